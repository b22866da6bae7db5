// Episodes of a MiniWoB page: start, move on, read. Runs before any script of the page, answers when it has loaded.
const NEVER = 1e12;  // the page's own limit of wall-clock time, switched off
const SETTLE = 1000;  // how long a jQuery animation may go on after an action, in milliseconds of the page's clock
const BEAT = 50;
let limit = 0, endedByPage = false, mouse = [0, 0], errors = [];

window.addEventListener('error', (event) => errors.push(String(event.message)));

const prepare = () => {
  if (limit) return;
  clock.mark();
  limit = core.EPISODE_MAX_TIME;
  const end = core.endEpisode;
  core.endEpisode = (reward, proportional, reason) => {
    endedByPage = true;
    core.EPISODE_MAX_TIME = limit;   // what the decay of the reward is measured by
    try { end(reward, proportional, reason); } finally { core.EPISODE_MAX_TIME = NEVER; }
  };
  notePictures();
  const style = new CSSStyleSheet();
  style.replaceSync('* { caret-color: transparent !important; }');  // it would blink by the wall clock
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
};

// Begin an episode, and read it. '' when only a reload can: an animation of the last one is still under way.
const start = (seed, at) => {
  if (window.jQuery?.timers?.length) return '';
  mouse = at;
  document.activeElement?.blur();
  core.EPISODE_MAX_TIME = NEVER;
  core.endEpisode(0);
  clock.rewind();
  forgetRefs();
  guard.forget();
  errors = [];
  WOB_EPISODE_ID = 0;
  Math.seedrandom(seed);
  core.startEpisodeReal();
  endedByPage = false;
  advance(0);
  return read();
};

const advance = (ms) => {
  clock.advance(ms);
  for (let left = SETTLE; left > 0 && window.jQuery?.timers?.length; left -= BEAT) clock.advance(BEAT);
};

const goal = () => {
  const said = core.getUtterance();
  return typeof said === 'string' ? said : said.utterance;
};

// Whether the browser has yet to tell the page that something new lies under the mouse.
const hoverIsStale = () => {
  const under = document.elementFromPoint(...mouse);
  return under !== null && !under.matches(':hover');
};

const standing = () => ({
  done: WOB_DONE_GLOBAL || endedByPage,
  raw: WOB_RAW_REWARD_GLOBAL ?? null,
  reward: WOB_REWARD_GLOBAL ?? null,
  reason: WOB_REWARD_REASON ?? null,
  goal: goal(),
  elapsed: clock.elapsed(),
  missed: guard.tell(),
  stale: hoverIsStale(),
});

const read = () => {
  const elements = tree();  // before the pictures, some of which it finds
  return JSON.stringify({
    ...standing(), loading: isLoading(), tree: elements, middles, errors: errors.splice(0),
  });
};

window.__cube = {
  start, still, read, locate, options, copied, settled, prepare,
  ready: () => limit > 0,
  // `at` is where the mouse is.
  step: (ms, at) => { mouse = at; advance(ms); return read(); },
};
Object.defineProperty(window, '__cube', { enumerable: false });
