// A page may change when it is pointed at. What the mouse points at is remembered, and a press that would hit something
// else is kept from the page: whoever presses is told, and can look again.
const guard = (() => {
  let aim = null, missed = false, kept = false;
  const keep = (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  window.addEventListener('mousemove', (event) => { aim = event.target; }, true);
  window.addEventListener('pointerdown', (event) => {
    kept = aim !== null && event.target !== aim && !aim.contains?.(event.target);
    missed ||= kept;
    aim = null;
  }, true);
  // A key can click, too: that has nothing to do with the press before.
  window.addEventListener('keydown', () => { kept = false; }, true);
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick']) {
    window.addEventListener(type, (event) => { if (kept && event.isTrusted) keep(event); }, true);
  }
  // The browser's own drag and drop would take the mouse away from the page, and no page uses it: what can be dragged
  // here follows the mouse.
  window.addEventListener('dragstart', (event) => { if (event.isTrusted) event.preventDefault(); }, true);

  return {
    forget: () => { aim = null; missed = kept = false; },
    // Whether a press was kept from the page since this was asked last.
    tell: () => {
      const told = missed;
      missed = false;
      return told;
    },
  };
})();
