"use strict";
(() => {
  const { node, drawScreen } = window.cubeScreen;
  const at = (id) => document.getElementById(id);
  const REFERENCES = ["element", "ref", "target", "node", "bid"];
  let moment = { number: 0 }, busy = false, lastElement = null;

  const send = async (wish) => {
    const answer = await fetch("/", { method: "POST", headers: { "X-Secret": SECRET }, body: JSON.stringify(wish) });
    const { problem } = await answer.json();
    if (problem) at("verdict").textContent = problem;
  };
  const act = async (name, given) => {
    if (busy || moment.result) return;
    busy = true;
    await send({ action: { name, arguments: given } });
  };
  const properties = (action) => action.parameters?.properties ?? {};
  const required = (action) => action.parameters?.required ?? [];
  const reference = (action) => REFERENCES.find((name) => name in properties(action));
  const byName = (name) => moment.actions.find((action) => action.name === name);

  // --- the screen ---
  const covers = (action, known) => required(action).every((name) => known.includes(name));
  const gestures = () => moment.actions.filter((action) => {
    const ref = reference(action), point = "x" in properties(action) && "y" in properties(action);
    return (point && covers(action, ["x", "y", ref])) || (ref && covers(action, [ref]));
  });
  const click = (event) => {
    const canvas = at("screen").querySelector(".canvas"), action = byName(at("gesture").value);
    const size = moment.picture ? moment.size : moment.screen?.size;
    if (!canvas || !action || !size) return;
    const frame = canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - frame.left) / frame.width) * size[0]), y = Math.floor(((event.clientY - frame.top) / frame.height) * size[1]);
    const inside = (moment.screen?.elements ?? []).filter(({ box }) => x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3]);
    const element = inside.at(-1), ref = reference(action);
    lastElement = element ?? null;
    if ("x" in properties(action) && "y" in properties(action) && !required(action).includes(ref)) act(action.name, { x, y });
    else if (element) act(action.name, { [ref]: typed(properties(action)[ref], element.id) });
  };
  const typed = (schema, text) => (JSON.stringify(schema ?? {}).includes('"integer"') && /^-?\d+$/.test(text) ? Number(text) : text);
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const press = moment.actions?.find((action) => "key" in properties(action) && covers(action, ["key"]));
    const write = moment.actions?.find((action) => "text" in properties(action) && /type|write|input/i.test(action.name));
    if (!write && !press) return;
    if (event.key.length === 1 && write) {
      const ref = reference(write), given = { text: event.key };
      if (ref && required(write).includes(ref)) { if (!lastElement) return; given[ref] = typed(properties(write)[ref], lastElement.id); }
      event.preventDefault();
      act(write.name, given);
    } else if (press && event.key !== "Shift") { event.preventDefault(); act(press.name, { key: event.key }); }
  };

  // --- the forms ---
  const value = (field) => {
    if (field.type === "checkbox") return field.checked;
    if (field.dataset.text === "true") return field.value;
    try { return JSON.parse(field.value); } catch { return field.value; }
  };
  const input = (name, schema) => {
    const shape = JSON.stringify(schema), choices = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum;
    if (choices) return node("select", { name, "data-text": false }, node("option", { value: "" }, ""), ...choices.map((one) => node("option", { value: JSON.stringify(one) }, String(one))));
    if (schema.type === "boolean") return node("input", { type: "checkbox", name });
    return node("input", { name, "data-text": shape.includes('"string"') && !/"(integer|number|object|array)"/.test(shape), autocomplete: "off" });
  };
  const form = (action) => {
    const fields = Object.entries(properties(action)).filter(([name]) => name !== "remember").map(([name, schema]) => {
      const field = input(name, schema);
      return node("label", { title: schema.description }, `${name}${required(action).includes(name) ? " *" : ""}`, field);
    });
    const made = node("form", { class: "act" }, node("button", { type: "submit", title: action.description }, action.name), ...fields);
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = {};
      for (const field of made.elements) if (field.name && (field.type === "checkbox" ? field.checked || required(action).includes(field.name) : field.value !== "" || (required(action).includes(field.name) && field.dataset.text === "true"))) given[field.name] = value(field);
      act(action.name, given);
    });
    return made;
  };

  // --- what is shown ---
  let offered = "";
  const show = () => {
    at("task").textContent = moment.task ?? "";
    at("goal").textContent = moment.goal ?? "";
    at("screen").replaceChildren(drawScreen({ screen: moment.screen, source: moment.picture, size: moment.size, text: moment.text }));
    const names = JSON.stringify(moment.actions);
    if (names !== offered) {
      offered = names;
      const kept = at("gesture").value, possible = gestures();
      at("gesture").replaceChildren(...possible.map((action) => node("option", { value: action.name }, action.name)));
      const preferred = possible.find((action) => action.name === kept) ?? possible.find((action) => /^(tap|click)/.test(action.name) && "x" in properties(action)) ?? possible.find((action) => /^(tap|click)/.test(action.name));
      if (preferred) at("gesture").value = preferred.name;
      at("forms").replaceChildren(...moment.actions.map(form));
    }
    at("log").replaceChildren(...[...(moment.log ?? [])].reverse().map((line) =>
      node("li", {}, `${line.name}(${Object.entries(line.arguments).map(([name, given]) => `${name}=${JSON.stringify(given)}`).join(", ")})`,
        line.error ? node("span", { class: "error" }, ` ${line.error}`) : node("small", {}, (line.told ?? []).join(" ").slice(0, 200)))));
    at("verdict").replaceChildren();
    at("give-up").hidden = Boolean(moment.result);
    if (moment.result) {
      const { success, reward, end, problem, details } = moment.result;
      at("verdict").append(node("p", { class: `verdict ${success ? "success" : success === false ? "failure" : "fault"}` },
        `${success ? "Success" : success === false ? "Not solved" : "The task broke"}: reward ${reward ?? "–"}, ${end}${problem ? `, ${problem}` : ""}`),
        node("p", { class: "hint" }, JSON.stringify(details).slice(0, 500)),
        node("button", { type: "button", onclick: () => send({ wish: "again" }) }, "Play the next seed"), " ",
        node("button", { type: "button", onclick: () => send({ wish: "quit" }) }, "Finish"));
    }
  };
  const watch = async () => {
    for (;;) {
      try {
        const answer = await fetch("/moment", { headers: { "X-Secret": SECRET, "X-After": String(moment.number) } });
        const next = await answer.json();
        if (next.number !== moment.number) { moment = next; busy = false; show(); }
      } catch { at("verdict").textContent = "The program that served this page has ended."; return; }
    }
  };
  at("screen").addEventListener("click", click);
  at("screen").addEventListener("keydown", key);
  at("give-up").addEventListener("click", () => send({ wish: "give up" }));
  history.replaceState(null, "", "/");
  watch();
})();
