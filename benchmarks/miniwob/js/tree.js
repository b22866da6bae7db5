// What is on the page, as a list of elements with numbers that stay theirs.
const HIDDEN = new Set(['reward-display', 'sync-task-cover', 'click-canvas']);
const SKIPPED = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'TITLE', 'HEAD', 'TEMPLATE', 'BR', 'DEFS']);
let nodes = [], refs = new WeakMap();
// Pictures that styles name, by address: whether they are loaded. Until then they take no room.
const pictures = new Map();

const refOf = (node) => {
  if (!refs.has(node)) refs.set(node, nodes.push(new WeakRef(node)) - 1);
  return refs.get(node);
};
const nodeOf = (ref) => {
  const node = nodes[ref]?.deref();
  return node?.isConnected ? node : null;
};

const forgetRefs = () => { nodes = []; refs = new WeakMap(); };

// The pictures of the page's own styles: those that appear when something is pointed at, too.
const notePictures = () => {
  for (const sheet of document.styleSheets) {
    if (sheet.href) continue;   // the browser does not show these
    for (const rule of sheet.cssRules) {
      for (const [, url] of rule.cssText.matchAll(/url\("([^"]+)"\)/g)) pictures.set(new URL(url, document.baseURI).href, false);
    }
  }
};

const tidy = (text) => text.replace(/\s+/g, ' ').trim();
const round = Math.round;
const SHAPE = ['points', 'd'];

// "rgb(255, 0, 0)" as "#ff0000"; "" for what lets everything through.
const color = (css) => {
  const parts = css.match(/[\d.]+/g)?.map(Number);
  if (!parts || parts[3] === 0) return '';
  const hex = parts.slice(0, 3).map((part) => part.toString(16).padStart(2, '0')).join('');
  return parts[3] === undefined ? `#${hex}` : `#${hex} ${parts[3]}`;
};
const shorter = (path) => path.replace(/-?\d+\.\d+/g, (number) => String(round(number * 10) / 10));

const cut = (box, rect) => [
  Math.max(box[0], rect.left), Math.max(box[1], rect.top), Math.min(box[2], rect.right), Math.min(box[3], rect.bottom),
];
const isEmpty = (box) => box[2] - box[0] < 1 || box[3] - box[1] < 1;

// Whether the options of a <select> are on the page, rather than in a menu that opens.
const isList = (select) => select.multiple || select.size > 1;

const pictureIn = (css) => {
  const url = css.match(/url\("([^"]+)"\)/)?.[1];
  if (url && !pictures.has(url)) pictures.set(url, false);
  return url?.startsWith('data:') ? 'data' : url?.split('/').pop();
};

// What a form control holds and how it stands.
const control = (element, entry) => {
  const tag = element.tagName;
  if (tag === 'INPUT') {
    entry.type = element.type;
    if (element.type === 'checkbox' || element.type === 'radio') entry.checked = element.checked;
    else entry.value = element.value;
  } else if (tag === 'TEXTAREA') {
    entry.value = element.value;
  } else if (tag === 'SELECT') {
    entry.value = Array.from(element.selectedOptions, (option) => tidy(option.text)).join(', ');
    if (!isList(element)) entry.options = Array.from(element.options, (option) => tidy(option.text));
  } else if (tag === 'OPTION') {
    if (element.selected) entry.selected = true;
  }
  if (element.disabled) entry.disabled = true;
  if (element.readOnly && (tag === 'INPUT' || tag === 'TEXTAREA')) entry.readonly = true;
  if (element.placeholder) entry.placeholder = element.placeholder;
};

// What eyes see and words do not say: colours, shapes, pictures.
const looks = (element, style, above, image, entry) => {
  if (image) entry.image = image;
  const background = color(style.backgroundColor);
  if (background) entry.background = background;
  if (style.color !== above.color) entry.color = color(style.color);
  if (element instanceof SVGElement) {
    if (style.fill !== 'none' && element.tagName !== 'svg' && element.tagName !== 'g') entry.fill = color(style.fill);
    if (style.stroke !== 'none') entry.stroke = color(style.stroke);
    for (const name of SHAPE) if (element.hasAttribute(name)) entry[name] = shorter(element.getAttribute(name));
  } else if (element.tagName === 'IMG') {
    entry.src = element.src.split('/').pop();
    if (element.alt) entry.alt = element.alt;
  }
};

// The middle of the element, when a click there hits it; 0 when that has to be looked for (see `locate`).
let middles = [];
const noteMiddle = (element, entry) => {
  const rect = element.getClientRects()[0];
  const at = rect ? [rect.left + rect.width / 2, rect.top + rect.height / 2] : null;
  const hit = at && !entry.offscreen ? document.elementFromPoint(...at) : null;
  middles.push(hit && (hit === element || element.contains(hit)) ? at : 0);
};

const place = (entry, rect) => {
  entry.box = [round(rect.left), round(rect.top), round(rect.width), round(rect.height)];
};

const ofText = (node, parent, box, out) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rect = range.getBoundingClientRect();
  if (!rect.width || !rect.height) return;
  const entry = { ref: refOf(node), tag: '#text', parent, text: tidy(node.data) };
  place(entry, rect);
  if (isEmpty(cut(box, rect))) entry.offscreen = true;
  out.push(entry);
  middles.push(0);
};

// Of the question, which is the goal, only what its text cannot say: its colours and pictures.
const ofQuestion = (question, out) => {
  for (const element of question.querySelectorAll('*')) {
    const style = getComputedStyle(element), background = color(style.backgroundColor);
    const image = pictureIn(style.content) ?? pictureIn(style.backgroundImage);
    if (!background && !image) continue;
    const entry = { ref: refOf(element), tag: element.tagName.toLowerCase(), goal: true };
    if (element.hasAttribute('class')) entry.class = element.getAttribute('class');
    if (background) entry.background = background;
    if (image) entry.image = image;
    place(entry, element.getBoundingClientRect());
    out.push(entry);
    middles.push(0);
  }
};

const ofElement = (element, parent, above, box, out) => {
  if (element.id === 'query') { ofQuestion(element, out); return; }
  if (HIDDEN.has(element.id) || SKIPPED.has(element.tagName)) return;
  const style = getComputedStyle(element);
  if (style.display === 'none') return;
  const image = pictureIn(style.content) ?? pictureIn(style.backgroundImage);
  const rect = element.getBoundingClientRect();
  const shown = style.visibility === 'visible' && style.opacity !== '0' && rect.width + rect.height > 0;
  const kids = Array.from(element.childNodes).filter((kid) =>
    kid.nodeType === 1 ? !SKIPPED.has(kid.tagName) : kid.nodeType === 3 && kid.data.trim());
  const plain = kids.every((kid) => kid.nodeType === 3);
  if (shown) {
    const entry = { ref: refOf(element), tag: element.tagName.toLowerCase() };
    if (parent !== null) entry.parent = parent;
    parent = entry.ref;
    if (element.id) entry.id = element.id;
    const names = element.getAttribute('class')?.trim();
    if (names) entry.class = names;
    if (plain && kids.length && element.tagName !== 'TEXTAREA') {
      entry.text = tidy(kids.map((kid) => kid.data).join(' '));
    }
    control(element, entry);
    looks(element, style, above, image, entry);
    place(entry, rect);
    if (isEmpty(cut(box, rect))) entry.offscreen = true;
    noteMiddle(element, entry);
    if (element === document.activeElement && element !== document.body) entry.focused = true;
    if (element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(style.overflowY)) {
      entry.scroll = [round(element.scrollTop), element.scrollHeight - element.clientHeight];
    }
    out.push(entry);
  }
  if (element.tagName === 'TEXTAREA') return;
  const inner = style.overflow === 'visible' ? box : cut(box, rect);
  for (const kid of kids) {
    if (kid.nodeType === 1) ofElement(kid, parent, style, inner, out);
    else if (shown && !plain) ofText(kid, parent, inner, out);
  }
};

const tree = () => {
  const out = [], root = document.body, style = getComputedStyle(root);
  middles = [];
  for (const kid of root.children) ofElement(kid, null, style, [0, 0, __WIDTH__, __HEIGHT__], out);
  return out;
};

const isLoading = () =>
  [...pictures.values()].includes(false) || Array.from(document.images).some((image) => !image.complete);

// When all pictures are loaded, or have failed to.
const settled = async () => {
  const waiting = Array.from(document.images).filter((image) => !image.complete);
  for (const [url, loaded] of pictures) {
    if (!loaded) waiting.push(Object.assign(new Image(), { src: url }));
    pictures.set(url, true);
  }
  await Promise.all(waiting.map((image) => image.decode().catch(() => null)));
  return true;
};
