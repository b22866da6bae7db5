// Where an element can be reached, and what there is to do with it.
const name = (node) => {
  const element = node.nodeType === 3 ? node.parentElement : node;
  const text = tidy(element.textContent).slice(0, 40);
  return { ref: refs.get(element) ?? null, tag: element.tagName.toLowerCase(), id: element.id, text };
};

const boxes = (node) => {
  if (node.nodeType !== 3) return node.getClientRects();
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getClientRects();
};

// The middle first; then points around it, for what is partly covered or has a hole in the middle.
const SPOTS = [[0.5, 0.5], [0.5, 0.15], [0.5, 0.85], [0.15, 0.5], [0.85, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
const spots = function* (node) {
  for (const box of boxes(node)) {
    for (const [x, y] of SPOTS) yield [box.left + box.width * x, box.top + box.height * y];
  }
  if (node instanceof SVGGeometryElement) {
    const matrix = node.getScreenCTM(), length = node.getTotalLength();
    for (const part of [0.5, 0.25, 0.75]) {
      const { x, y } = node.getPointAtLength(length * part).matrixTransform(matrix);
      yield [x, y];
    }
  }
};

// Where a click reaches the node itself, or what lies over it.
const locate = (ref) => {
  const node = nodeOf(ref);
  if (node === null) return { gone: true };
  const element = node.nodeType === 3 ? node.parentElement : node;
  if (boxes(node).length === 0) return { unseen: true };
  const onScreen = ([x, y]) => x >= 0 && y >= 0 && x < __WIDTH__ && y < __HEIGHT__;
  let over = null;
  for (let scrolled = false; ; scrolled = true) {
    for (const spot of spots(node)) {
      const hit = document.elementFromPoint(...spot);
      if (!hit) continue;
      if (element === hit || element.contains(hit)) return { point: spot, kind: kind(element) };
      if (over === null && onScreen(spot)) over = hit;
    }
    if (scrolled) return over === null ? { outside: true } : { covered: name(over) };
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }
};

const kind = (element) => ({
  tag: element.tagName.toLowerCase(), type: element.type ?? '', focused: element === document.activeElement,
  editable: element.isContentEditable, readonly: Boolean(element.readOnly), disabled: Boolean(element.disabled),
  multiple: Boolean(element.multiple), size: element.size ?? 0, left: boxes(element)[0]?.left ?? 0,
});

const options = (ref) => Array.from(nodeOf(ref).options, (option) => ({
  text: tidy(option.text), value: option.value, disabled: option.disabled, selected: option.selected, ref: refOf(option),
}));

const copied = () => {
  const { activeElement: field } = document;
  const inField = field && typeof field.selectionStart === 'number';
  return inField ? field.value.slice(field.selectionStart, field.selectionEnd) : String(getSelection());
};

// When nothing scrolls any more. The browser scrolls beside the page, and tells it with the next frames.
const still = async () => {
  const positions = () => {
    const moved = [[scrollX, scrollY]];
    for (const element of document.body.getElementsByTagName('*')) {
      if (element.scrollTop || element.scrollLeft) moved.push([element.tagName, element.scrollLeft, element.scrollTop]);
    }
    return JSON.stringify(moved);
  };
  let last = null;
  for (let same = 0, frames = 0; same < 2 && frames < 60; frames++) {
    await clock.frame();
    const now = positions();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return true;
};
