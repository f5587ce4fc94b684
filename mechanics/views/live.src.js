// One Vega view for the chart's whole life: data and signals are swapped, nothing is drawn anew.
// vegaEmbed comes from the bundle (see live.py).

function write(view, { signals = {}, data = {} }, mine) {
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  for (const [name, rows] of Object.entries(data)) view.data(name, structuredClone(rows));
  if (mine !== undefined && hasMine(view)) view.signal("mine", mine);
  return view.runAsync();
}

// The room that labels and rows need is measured once, when a view is made: so it is made with its rows.
function withRows(spec, { data = {} }) {
  return structuredClone({ ...spec, datasets: { ...spec.datasets, ...data } });
}

function hasMine(view) {
  return Object.hasOwn(view.getState({ signals: (name) => name === "mine", data: () => false }).signals, "mine");
}

function tag(name, className, text = "") {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}

// The sentence and the table cost nothing until somebody opens them.
function onDemand(model) {
  const details = tag("details", "mm-table");
  const summary = tag("summary", "", "In words and as a table");
  summary.dataset.lmSuppressShortcuts = "true";
  const inside = tag("div", "");
  const fill = () => {
    details.hidden = !model.get("table");
    inside.replaceChildren();
    if (!details.open) return;
    const table = tag("div", "mm-scroll");
    table.innerHTML = model.get("table");
    inside.append(tag("p", "", model.get("words")), table);
  };
  details.append(summary, inside);
  details.addEventListener("toggle", fill);
  return { details, fill };
}

// A tree of its own: Vega numbers the clip paths of every chart from 1, and an id is looked up in the whole tree.
function shade(picture) {
  const host = tag("div", "");
  const inside = tag("div", "");
  const tree = host.attachShadow({ mode: "open" });
  tree.append(tag("style", "", "svg { height: auto; max-width: 100%; }"), inside);
  picture.hidden = true;
  picture.append(host);
  return inside;
}

async function render({ model, el }) {
  const picture = tag("div", "mm-picture");
  const inside = shade(picture);
  const problem = tag("p", "mm-problem");
  const { details, fill } = onDemand(model);
  const wrap = tag("div", "mm-live");
  wrap.append(picture, problem, details);
  el.append(wrap);

  let api = null;        // the one view
  let mine;              // the number being typed; undefined until somebody types
  let turn = 0;          // the latest drawing wins
  let gone = false;

  const speak = () => {
    const svg = inside.querySelector("svg.marks");
    svg?.setAttribute("role", "img");
    svg?.setAttribute("aria-label", model.get("words"));
    fill();
  };
  const show = async () => {
    try {
      if (api) await write(api.view, model.get("frame"), mine);
      speak();
    } catch (error) { fail(error); }
  };
  const fail = (error) => {
    problem.textContent = "This chart could not be drawn: " + error.message;
  };
  const clear = () => { api?.finalize(); api = null; inside.replaceChildren(); picture.hidden = true; };

  const draw = async () => {
    const mineTurn = ++turn;
    const spec = model.get("spec");
    problem.textContent = "";
    if (!Object.keys(spec).length) { clear(); return speak(); }
    const stage = tag("div", "");
    try {
      const next = await vegaEmbed(stage, withRows(spec, model.get("frame")), { actions: false, renderer: "svg" });
      if (gone || mineTurn !== turn) return next.finalize();
      await write(next.view, model.get("frame"), mine);
      if (gone || mineTurn !== turn) return next.finalize();
      clear();
      api = next;
      for (const name of ["role", "aria-roledescription", "aria-label"]) stage.removeAttribute(name);
      inside.replaceChildren(stage);
      picture.hidden = false;
      problem.textContent = "";   // the old view may have met the new one's data a moment ago
      speak();
    } catch (error) { fail(error); }
  };

  const hear = ({ detail }) => {
    const channel = model.get("channel");
    if (!channel || detail.channel !== channel) return;
    mine = Number.isFinite(detail.value) ? detail.value : null;
    show();
  };
  const tune = () => {
    mine = mine === undefined ? undefined : null;
    show();
    ask();
  };
  const ask = () => window.dispatchEvent(new CustomEvent("mechanics:asked", { detail: { channel: model.get("channel") } }));

  window.addEventListener("mechanics:typed", hear);
  const listens = { "change:spec": draw, "change:frame": show, "change:words": speak, "change:table": fill, "change:channel": tune };
  for (const [event, listen] of Object.entries(listens)) model.on(event, listen);
  await draw();
  ask();

  return () => {
    gone = true;
    window.removeEventListener("mechanics:typed", hear);
    for (const [event, listen] of Object.entries(listens)) model.off(event, listen);
    clear();
  };
}

export default { render };
