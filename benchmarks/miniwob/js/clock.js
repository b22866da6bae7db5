// Time as the page sees it: it stands still until `advance` moves it. Runs before any script of the page.
// All files here share one scope, in this order: clock, guard, tree, target, episode.
const clock = (() => {
  const START = __START__, FRAME = 16;  // milliseconds: since 1970, and from one frame to the next
  const RealDate = Date, realFrame = window.requestAnimationFrame.bind(window);
  let now = START, lastId = 0, timers = new Map(), atLoad = new Map();

  const later = (run, at, every) => {
    timers.set(++lastId, { run, at, every });
    return lastId;
  };
  const callback = (handler, args) =>
    typeof handler === 'function' ? () => handler.apply(window, args) : () => (0, eval)(String(handler));
  // A delay of 0 counts as 1 ms, as it did in browsers: a page that re-arms itself still lets time pass.
  const delay = (ms) => Math.max(1, Number(ms) || 0);
  const cancel = (id) => { timers.delete(Number(id)); };

  function VirtualDate(...args) {
    if (!new.target) return new RealDate(now).toString();
    return Reflect.construct(RealDate, args.length ? args : [now], new.target);
  }
  VirtualDate.prototype = RealDate.prototype;
  Object.assign(VirtualDate, { now: () => now, parse: RealDate.parse, UTC: RealDate.UTC });
  RealDate.prototype.constructor = VirtualDate;

  Object.assign(window, {
    Date: VirtualDate,
    setTimeout: (handler, ms, ...args) => later(callback(handler, args), now + delay(ms)),
    setInterval: (handler, ms, ...args) => later(callback(handler, args), now + delay(ms), delay(ms)),
    requestAnimationFrame: (handler) =>
      later(() => handler(now - START), START + (Math.floor((now - START) / FRAME) + 1) * FRAME),
    requestIdleCallback: (handler) =>
      later(() => handler({ didTimeout: false, timeRemaining: () => FRAME }), now + 1),
    clearTimeout: cancel, clearInterval: cancel, cancelAnimationFrame: cancel, cancelIdleCallback: cancel,
  });
  performance.now = () => now - START;

  // Of the timers due by `end`, the earliest; of several at one time, the one that was set first.
  const nextDue = (end) => {
    let due = null;
    for (const [id, timer] of timers) {
      if (timer.at <= end && (due === null || timer.at < timers.get(due).at)) due = id;
    }
    return due;
  };

  const runTimers = (end) => {
    for (let id = nextDue(end); id !== null; id = nextDue(end)) {
      const timer = timers.get(id);
      timers.delete(id);
      now = Math.max(now, timer.at);
      if (timer.every) timers.set(id, { ...timer, at: now + timer.every });
      try { timer.run(); } catch (error) { reportError(error); }
    }
    now = end;
  };

  // Style animations run on the compositor's time: they are held, and moved along with the clock.
  const elapsed = new WeakMap();
  const moveAnimations = (ms) => {
    for (const animation of document.getAnimations()) {
      const time = (elapsed.get(animation) ?? 0) + ms;
      elapsed.set(animation, time);
      const { endTime } = animation.effect.getComputedTiming();
      if (time >= endTime) animation.finish();
      else { animation.pause(); animation.currentTime = time; }
    }
  };

  // Until the page seeds Math.random itself, it draws the same numbers in every load (mulberry32).
  let state = 1;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  return {
    frame: () => new Promise(realFrame),
    elapsed: () => now - START,
    advance: (ms) => { runTimers(now + ms); moveAnimations(ms); },
    // The page has loaded: these are the timers that it keeps for good.
    mark: () => { atLoad = new Map(timers); },
    rewind: () => { now = START; timers = new Map(atLoad); },
  };
})();
