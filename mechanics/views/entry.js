// What is typed or chosen lives in this file's closures, in the browser, and leaves it once: on the send button.
const QUESTION = ["kind", "label", "hint", "unit", "button", "low", "high", "step", "options", "weights", "offered", "least",
  "most", "channel"];
const FOCUSABLE = new Set(["button", "input"]);
const SILENT = 4000; // ms without a reply after which we say so
let count = 0;

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (FOCUSABLE.has(tag)) node.dataset.lmSuppressShortcuts = "true";
  if (tag === "button") node.type = "button";
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function question(model) {
  return Object.fromEntries(QUESTION.map((key) => [key, model.get(key)]));
}

function signed(number) {
  return String(number).replace("-", "\u2212");
}

function between(low, high, unit) {
  const tail = unit ? ` ${unit}` : "";
  if (low === null && high === null) return "";
  if (low === null) return `at most ${signed(high)}${tail}`;
  if (high === null) return `at least ${signed(low)}${tail}`;
  return low === high ? `only ${signed(low)}${tail}` : `${signed(low)} to ${signed(high)}${tail}`;
}

function limits(q) {
  const steps = q.kind === "amount" && q.step > 1 ? `, in steps of ${q.step}` : "";
  return between(q.low, q.high, q.unit) + steps;
}

function wholeOrNull(text) {
  const digits = text.trim().replace("\u2212", "-");
  return /^[+-]?[0-9]{1,12}$/.test(digits) ? Number(digits) : null;
}

function clamp(number, q) {
  return Math.min(q.high ?? number, Math.max(q.low ?? number, number));
}

function hint(q, id, words) {
  return element("p", { id, class: "mm-entry-hint" }, q.hint || words);
}

// ---- amount: a text field that takes anything, a slider and two buttons that stay within the limits

function amount(q, changed) {
  const id = `mm-entry-${++count}`;
  const field = element("input", { id, type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false",
    "aria-describedby": `${id}-hint`, class: "mm-entry-field", oninput: () => typed(field.value),
    onkeydown: (event) => arrow(event) });
  const slider = element("input", { type: "range", min: q.low, max: q.high, step: q.step, autocomplete: "off",
    "aria-label": `${q.label}: slider`, class: "mm-entry-slider", oninput: () => typed(slider.value) });
  const less = element("button", { "aria-label": `${q.label}: ${q.step} less`, class: "mm-entry-step",
    onclick: () => move(-1) }, "\u2212");
  const more = element("button", { "aria-label": `${q.label}: ${q.step} more`, class: "mm-entry-step",
    onclick: () => move(1) }, "+");

  function typed(text) {
    if (field.value !== text) field.value = text;
    const number = wholeOrNull(text);
    slider.value = clamp(number ?? q.low ?? 0, q);
    slider.setAttribute("aria-valuetext", number === null ? "nothing yet" : `${number} ${q.unit}`.trim());
    // Said and shown, never mended: a number beyond the limits is refused by the rules, with their reason.
    field.setAttribute("aria-invalid", String(text.trim() !== "" && (number === null || number !== clamp(number, q))));
    changed(number);
  }
  function move(direction) {
    const number = wholeOrNull(field.value);
    typed(String(number === null ? (q.low ?? 0) : clamp(number + direction * q.step, q)));
  }
  function arrow(event) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    move(direction);
  }
  const slides = q.low !== null && q.high !== null && q.high > q.low;
  const row = element("div", { class: "mm-entry-row" }, less, field, more, ...(slides ? [slider] : []));
  const node = element("div", {}, element("label", { for: id, class: "mm-entry-label" }, q.label),
    hint(q, `${id}-hint`, limits(q)), row);
  typed("");
  return { node, answer: () => field.value, clear: () => typed(""), focus: () => field.focus(), put: typed,
    missing: () => (field.value.trim() ? "" : "Type a number first.") };
}

// ---- several: toggle buttons, and counters for options that come more than once; too many or too few can be chosen,
// the kernel refuses with its reason

function several(q, changed) {
  const chosen = new Set();
  const status = element("p", { role: "status", class: "mm-entry-status" });
  const weighs = q.weights.length === q.options.length && q.weights.length > 0;
  const groups = new Map(); // what is the same in value, label and weight: the places where it stands
  q.options.forEach((option, index) => {
    const key = JSON.stringify([option, q.weights[index] ?? null]);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  const counted = [...groups.values()].some((places) => places.length > 1);
  const parts = [...groups.values()].map((places) => (places.length > 1 ? counter(places) : toggle(places[0])));

  function named(index) {
    const [words, weight] = [String(q.options[index][1]), ` ${q.weights[index]}`];
    return words + (counted && weighs && !words.endsWith(weight) ? weight : "");
  }
  function toggle(index) {
    const button = element("button", { class: "mm-entry-toggle", onclick: () => {
      if (!chosen.delete(index)) chosen.add(index);
      show();
    } }, named(index));
    return { node: button, button, show: () => button.setAttribute("aria-pressed", String(chosen.has(index))) };
  }
  function counter(places) {
    const words = named(places[0]);
    const less = element("button", { "aria-label": `${words}: 1 less`, class: "mm-entry-step",
      onclick: () => step(places.findLast((index) => chosen.has(index)), false) }, "\u2212");
    const more = element("button", { "aria-label": `${words}: 1 more`, class: "mm-entry-step",
      onclick: () => step(places.find((index) => !chosen.has(index)), true) }, "+");
    const many = element("b", {}, "0");
    const node = element("span", { role: "group", "aria-label": words, class: "mm-entry-counter" }, less,
      element("span", {}, `${words} `, many), more);
    function step(index, adds) {
      if (index === undefined) return; // a button that is disabled for good would lose the focus of the keyboard
      if (adds) chosen.add(index);
      else chosen.delete(index);
      show();
    }
    return { node, button: more, show() {
      const number = places.filter((index) => chosen.has(index)).length;
      many.textContent = String(number);
      node.dataset.chosen = String(number);
      less.setAttribute("aria-disabled", String(number === 0));
      more.setAttribute("aria-disabled", String(number === places.length));
    } };
  }
  // Chosen to begin with is what is offered; after an answer it is chosen again, so that a refused one starts from it.
  function begin() {
    chosen.clear();
    for (const value of q.offered) {
      const index = q.options.findIndex(([option], place) => option === value && !chosen.has(place));
      if (index >= 0) chosen.add(index);
    }
    show();
  }
  function compared(total) {
    if (q.low !== null && total < q.low) return `, ${q.low - total} too little`;
    if (q.high !== null && total > q.high) return `, ${total - q.high} too much`;
    return q.low !== null && total > q.low ? `, ${total - q.low} more than ${q.low}` : "";
  }
  function show() {
    parts.forEach((part) => part.show());
    const total = weighs ? [...chosen].reduce((sum, index) => sum + q.weights[index], 0) : null;
    const sum = weighs ? `, together ${total} ${q.unit}`.trimEnd() + compared(total) : "";
    status.textContent = `${chosen.size} chosen${sum}`;
    changed(chosen.size ? total : null);
  }
  const again = element("button", { class: "mm-entry-again", onclick: begin }, "As offered");
  const many = `choose ${between(q.least, q.most, "")}`;
  const words = weighs && limits(q) ? `${many}, together ${limits(q)}` : many;
  const node = element("div", {}, element("p", { class: "mm-entry-label" }, q.label), hint(q, null, words),
    element("div", { class: "mm-entry-row" }, ...parts.map((part) => part.node), ...(q.offered.length ? [again] : [])),
    status);
  begin();
  return { node, answer: () => q.options.filter((_, index) => chosen.has(index)).map(([value]) => value),
    clear: begin, focus: () => parts[0]?.button.focus() };
}

// ---- order: a list whose lines move up and down

function order(q, changed) {
  const status = element("p", { role: "status", class: "mm-entry-status" });
  const list = element("ol", { class: "mm-entry-order" });
  const lines = q.options.map(([, label], index) => line(String(label), index));
  let places = q.options.map((_, index) => index);

  function line(label, index) {
    const up = element("button", { "aria-label": `Move ${label} up`, class: "mm-entry-step",
      onclick: () => move(index, -1, up) }, "\u2191");
    const down = element("button", { "aria-label": `Move ${label} down`, class: "mm-entry-step",
      onclick: () => move(index, 1, down) }, "\u2193");
    return element("li", {}, element("span", {}, label), up, down);
  }
  function move(index, direction, button) {
    const here = places.indexOf(index);
    const there = here + direction;
    if (there < 0 || there >= places.length) return;
    [places[here], places[there]] = [places[there], places[here]];
    list.append(...places.map((place) => lines[place]));
    button.focus();
    status.textContent = `${q.options[index][1]} is now ${there + 1} of ${places.length}`;
    changed(null);
  }
  function clear() {
    places = q.options.map((_, index) => index);
    list.append(...places.map((place) => lines[place]));
    status.textContent = "";
    changed(null);
  }
  const node = element("div", {}, element("p", { class: "mm-entry-label" }, q.label),
    hint(q, null, "first at the top"), list, status);
  clear();
  return { node, answer: () => places.map((place) => q.options[place][0]), clear,
    focus: () => list.querySelector("button")?.focus() };
}

const KINDS = { amount, several, order };

// ---- the widget: one control at a time, one send button

function render({ model, el }) {
  let q = question(model);
  let control = null;
  let last = null; // what the charts of this channel were told
  let due = false;
  let waiting = false;
  let silence = 0;
  const problem = element("p", { role: "alert", class: "mm-problem" });
  const button = element("button", { class: "mm-entry-send", onclick: send });
  const root = element("div", { class: "mm-entry" });
  el.append(root);

  function tell(value) {
    last = value;
    if (q.channel) window.dispatchEvent(new CustomEvent("mechanics:typed", { detail: { channel: q.channel, value } }));
  }
  function changed(value) {
    if (!waiting) problem.textContent = "";
    tell(value);
  }
  // One press is one answer: the next one can be sent when the kernel has taken this one.
  function send() {
    if (waiting || !model.get("enabled")) return;
    problem.textContent = control.missing?.() ?? "";
    if (problem.textContent) return control.focus();
    model.send({ answer: control.answer(), serial: model.get("serial") });
    control.clear();
    wait();
  }
  function wait() {
    waiting = true;
    button.setAttribute("aria-disabled", "true");
    silence = setTimeout(() => {
      problem.textContent = "Python does not reply yet. If it stays silent, choose Run, then Run All Cells.";
    }, SILENT);
  }
  function heard(message) {
    if (message?.do === "reset") control.clear();
    clearTimeout(silence);
    waiting = false;
    problem.textContent = "";
    button.removeAttribute("aria-disabled");
  }
  function keyed(event) {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    send();
  }
  function enable() {
    for (const node of root.querySelectorAll("button, input")) node.disabled = !model.get("enabled");
  }
  function build() {
    if (last !== null) tell(null);
    q = question(model);
    control = KINDS[q.kind](q, changed);
    button.textContent = q.button;
    root.replaceChildren(control.node, button, problem);
    name();
    enable();
  }
  // An amount's field carries the name itself; a group of buttons needs it around them.
  function name() {
    for (const [key, value] of [["role", "group"], ["aria-label", q.label]]) {
      if (q.kind === "amount") root.removeAttribute(key);
      else root.setAttribute(key, value);
    }
  }
  // New limits leave the typed number alone; a new question empties the field.
  function renew() {
    due = false;
    const fresh = question(model);
    const same = q.kind === "amount" && ["kind", "label", "channel"].every((key) => fresh[key] === q[key]);
    const kept = same ? control.answer() : "";
    const focused = root.contains(document.activeElement);
    build();
    if (kept) control.put(kept);
    if (focused) control.focus();
  }
  // One change of the question arrives as several trait events: the controls are rebuilt once, after the last of them.
  function later() {
    if (!due) queueMicrotask(renew);
    due = true;
  }
  function clear() {
    control.clear();
  }
  // A chart that comes onto the page later asks for the number that stands here already.
  function asked(event) {
    if (q.channel && event.detail?.channel === q.channel) tell(last);
  }

  root.addEventListener("keydown", keyed);
  QUESTION.forEach((key) => model.on(`change:${key}`, later));
  model.on("change:enabled", enable);
  model.on("change:serial", clear);
  model.on("msg:custom", heard);
  window.addEventListener("mechanics:asked", asked);
  build();
  return () => {
    clearTimeout(silence);
    if (last !== null) tell(null);
    QUESTION.forEach((key) => model.off(`change:${key}`, later));
    model.off("change:enabled", enable);
    model.off("change:serial", clear);
    model.off("msg:custom", heard);
    window.removeEventListener("mechanics:asked", asked);
  };
}

export default { render };
