// JupyterLab leaves a key alone when the focused element itself carries this flag.
const FLAG = "lmSuppressShortcuts";
const FOCUSABLE = "button, input, select, textarea, summary, [tabindex]";

function guard(control) {
  if (control?.dataset && control.closest(".jupyter-widgets")) control.dataset[FLAG] = "true";
}

// ipywidgets writes a slider's name beside it, but not on the handle that has the focus.
function name(box) {
  for (const handle of box.querySelectorAll(".noUi-handle:not([aria-label])")) {
    const label = handle.closest(".widget-inline-hbox, .widget-inline-vbox")?.querySelector(".widget-label");
    const words = label?.textContent.trim();
    if (words) handle.setAttribute("aria-label", words);
  }
}

function render({ el }) {
  el.style.display = "none";
  let undo = () => {};
  let waiting = requestAnimationFrame(function attach() {
    const box = el.closest(".jp-OutputArea") ?? el.closest(".jupyter-widgets")?.parentElement;
    if (!box) return void (waiting = requestAnimationFrame(attach));
    undo = watch(box);
  });
  return () => { cancelAnimationFrame(waiting); undo(); };
}

function watch(box) {
  let due = 0;
  const look = () => { due = 0; name(box); box.querySelectorAll(FOCUSABLE).forEach(guard); };
  const focus = (event) => guard(event.target);
  const seen = new MutationObserver(() => { due ||= requestAnimationFrame(look); });
  box.addEventListener("focusin", focus);
  seen.observe(box, { childList: true, subtree: true });
  look();
  return () => { cancelAnimationFrame(due); seen.disconnect(); box.removeEventListener("focusin", focus); };
}

export default { render };
