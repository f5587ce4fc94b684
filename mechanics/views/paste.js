// The text lives in the text area alone and leaves it once: on the button.
let count = 0;

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (tag === "button" || tag === "textarea") node.dataset.lmSuppressShortcuts = "true";
  if (tag === "button") node.type = "button";
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function render({ model, el }) {
  const id = `mm-paste-${++count}`;
  const label = element("label", { for: id });
  const hint = element("p", { id: `${id}-hint` });
  const area = element("textarea", { id, rows: "5", spellcheck: "false", autocomplete: "off",
    "aria-describedby": `${id}-hint` });
  const send = element("button", { class: "mm-paste-send" });
  const cover = element("button", { class: "mm-paste-cover" });
  let covered = model.get("covered");

  function describe() {
    label.textContent = model.get("label");
    hint.textContent = model.get("hint");
    send.textContent = model.get("button");
    area.placeholder = model.get("example");
  }
  function show() {
    area.classList.toggle("mm-paste-covered", covered);
    cover.textContent = covered ? "Show what is typed" : "Cover what is typed";
  }
  function turn(on) {
    covered = on;
    show();
  }
  const follow = () => turn(model.get("covered"));
  // What has been typed since a text was sealed or written here is nobody else's to clear.
  let known = "";
  const heard = (message) => {
    if (message?.do === "put") area.value = known = message.text;
    if (message?.do === "clear" && area.value === known) area.value = known = "";
  };
  send.addEventListener("click", () => {
    known = area.value;
    model.send({ text: known });
  });
  cover.addEventListener("click", () => turn(!covered));
  model.on("change:label change:hint change:button change:example", describe);
  model.on("change:covered", follow);
  model.on("msg:custom", heard);
  describe();
  show();
  el.append(element("div", { class: "mm-paste" }, label, area, hint, element("div", {}, send, cover)));
  return () => {
    model.off("change:label change:hint change:button change:example", describe);
    model.off("change:covered", follow);
    model.off("msg:custom", heard);
  };
}

export default { render };
