"use strict";
// Draws what an agent saw. Whatever was recorded is data: it is only ever put into the page as text.
window.cubeScreen = (() => {
  const node = (tag, properties = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === "class") made.className = value;
      else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };
  const percent = (value, whole) => `${(100 * value) / whole}%`;
  const place = (made, box, size) => {
    Object.assign(made.style, { left: percent(box[0], size[0]), top: percent(box[1], size[1]), width: percent(box[2], size[0]), height: percent(box[3], size[1]) });
    return made;
  };
  // A picture (`source`, with its `size` in pixels), else boxes, else text; what is `touched` is marked.
  const drawScreen = ({ screen, source, size: pictured, text, touched }) => {
    if (!screen && !source) return node("div", { class: "canvas" }, node("pre", { class: "plain" }, text ?? "(there is nothing to see)"));
    const size = source ? pictured : screen.size;
    const made = node("div", { class: "canvas" });
    made.style.maxWidth = `calc(max(60vh, 100vh - 190px) * ${size[0] / size[1]})`;  // all of it fits the window
    if (source) made.append(node("img", { src: source, alt: "what the agent saw" }));
    else { made.style.aspectRatio = `${size[0]} / ${size[1]}`; made.style.containerType = "inline-size"; screen.elements.forEach((element) => made.append(drawn(element, size))); }
    const over = node("div", { class: "over" });
    for (const element of screen?.elements ?? []) if (touched?.ids.includes(element.id)) over.append(place(node("div", { class: "mark" }), element.box, size));
    for (const [x, y] of touched?.points ?? []) {
      const dot = node("div", { class: "dot" });
      Object.assign(dot.style, { left: percent(x, size[0]), top: percent(y, size[1]) });
      over.append(dot);
    }
    made.append(over);
    return made;
  };
  const HOLDERS = /list|group|keyboard|scroll|page|panel|table|tbody|form/i;
  const BUTTONS = /button|^a$|link|tab|key|switch|toggle|chip|menuitem|option|check|radio|icon/i;
  const ROWS = /row|item|card|cell|bubble|message|^li$|^tr$|^td$/i;
  const FIELDS = /field|input|textarea|select|edit|search|slider/i;
  const drawn = (element, size) => {
    const flags = element.flags ?? "", role = element.role ?? "";
    const leaf = Boolean(element.text || element.value);
    const kind = /dialog|toast/i.test(role) ? role.toLowerCase() : HOLDERS.test(role) ? `container ${/keyboard/i.test(role) ? "keyboard" : ""}` : BUTTONS.test(role) ? "button"
      : FIELDS.test(role) ? "field" : ROWS.test(role) && leaf ? "boxed" : /title|heading|^h\d$/i.test(role) ? "title" : leaf ? "" : "container";
    const made = node("div", { class: `el ${kind} ${flags.includes("focused") ? "focused" : ""} ${/disabled/.test(flags) || element.off ? "faded" : ""}`, title: `${role} ${element.id ?? ""} ${flags}`.trim() });
    if (element.fill && CSS.supports("color", element.fill)) made.style.background = element.fill;
    const said = [element.text, element.value].filter(Boolean).join(" ");
    const longest = Math.max(1, ...said.split(/[\s-]+/).map((word) => word.length));
    const fit = Math.min(element.box[3] * 0.72, size[0] * 0.042, (element.box[2] / longest) * 1.6,
      Math.sqrt((element.box[2] * element.box[3]) / Math.max(said.length, 1)) * 1.05);
    made.style.fontSize = `${((100 * Math.max(fit, size[0] * 0.018)) / size[0]).toFixed(2)}cqw`;
    if (flags.includes("checked") && !kind.startsWith("container")) made.append("☑");
    else if (/check|switch/i.test(role)) made.append("☐");
    if (element.text) made.append(node("span", {}, element.text));
    if (element.value && element.value !== element.text && !kind.startsWith("container")) made.append(node("span", { class: "value" }, element.value));
    return place(made, element.box, size);
  };
  return { node, drawScreen };
})();
