"""MiniWoB++ in a real Chromium, as its authors ship it. Importing this starts and loads no browser.

## Description
Small pages, each with an utterance that says what to do; the utterance is the goal. Colours and pictures in it are
elements with `goal` set. The pages are those of the PyPI package `miniwob` (Farama Foundation).

## Action Space
Mouse and keyboard, each a `cube_core.Action` that the page receives as real input events: `click`, `double_click`,
`hover` (an element by its `ref`), `click_at`, `drag` (points in pixels), `type_text`, `press_key`, `select_option`,
`scroll`, `wait`, `final_step`. An element that another one covers is not clicked.

## Observation Space
The answer to the action, then what `observation` asks for: "tree", a list of elements in document order. Each has
`ref` (int), `tag`, `box` (left, top, width and height in pixels) and, where it applies, `parent` (a ref), `id`,
`class`, `text`, `type`, `value`, `options`, `scroll` (position and its maximum), the flags `focused`, `checked`,
`selected`, `disabled`, `readonly` and `offscreen`, and what eyes see: `background`, `color`, `fill`, `stroke`,
`image`, `src`, `points`, `d`. "text": the same as lines, in the content "screen". "screenshot": RGB, 160 x 210
pixels.

## Rewards
The page's own, from -1 to 1, once it ends the episode; with `reward="discounted"` less what the page takes off for
time. Only a return of 1 is a success.

## Starting State
Seed `s` is the text `str(s)` for the page's generator. The page's clock starts at 2020-01-01 12:00 UTC and moves by
100 ms an action, and on until jQuery's animations are over (at most a second); between actions it stands.

## Episode End
Terminated when the page says so, or was left for another document, or by `final_step`; truncated after the steps that
the task recommends, unless `max_steps` says otherwise.

## Arguments
`gymnasium.make("cube/miniwob.<page>-v0", ...)` takes the arguments of `cube_gym.TaskEnv`; needs the extra `browser`
and a Chromium.

>>> import cube_gym
>>> import gymnasium as gym
>>> env = gym.make("cube/miniwob.click-test-v0")  # the browser starts at the first reset
>>> "click" in env.action_space.names
True

## Version History
v0: the first.
"""

from benchmarks.miniwob.config import MiniWobConfig, MiniWobTaskConfig

CONFIG = MiniWobConfig

__all__ = ["CONFIG", "MiniWobConfig", "MiniWobTaskConfig"]
