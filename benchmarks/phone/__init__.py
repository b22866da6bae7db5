"""A simulated phone with thirteen apps: fast, deterministic, nothing to download.

## Description
Tasks on a device of 400 x 800 pixels, whose apps lie over one relational database that is made anew from each seed:
to change something, to find something out, to carry something from one app into another, to keep a rule, to decline.
The goal is in `info["goal"]` and in the content "goal" of the first observation.

## Action Space
Gestures and the two ways to end, each a `cube_core.Action`: `launch_app`, `terminate_app`, `tap`, `long_press` (an
`element` by its id, or a point `x`, `y` in pixels), `type_text`, `clear_text`, `swipe`, `press_back`, `press_home`,
`open_notifications`, `wait`, `answer`, `final_step`. A gesture that cannot be done is an error that changes nothing.

## Observation Space
The answer to the action, then what `observation` asks for: "tree", a dict of `app`, `page`, `day`, `time` and
`elements`, each of these with `id`, `role`, `text`, `value`, `bounds` (left, top, right, bottom in pixels),
`enabled`, `focused`, `scrollable` and `checked`; "text", the same as lines, in the content "screen"; "screenshot", a
picture of 400 x 800 pixels in RGB.

## Rewards
0 until the end; then 1 when the database changed as expected and in nothing else, and the question, if there was one,
was answered rightly; else 0. `info["details"]` says what was missing, and what should not have changed.

## Starting State
The home screen. A seed fixes the data, the goal, its wording, and what the phone itself does later. "train" and "val"
share the templates and no parameter; the templates of "test" are in neither.

## Episode End
Terminated by `answer` and by `final_step`; truncated after twice the steps of the scripted solution, unless
`max_steps` says otherwise.

## Arguments
`gymnasium.make("cube/phone.<template>-v0", ...)` takes the arguments of `cube_gym.TaskEnv`, such as `split="val"`.

>>> import gymnasium as gym
>>> import cube_gym
>>> from cube_core import Action
>>> env = gym.make("cube/phone.rename-note-v0", observation="screenshot")
>>> observation, info = env.reset(seed=0)
>>> observation.content("screenshot").data.size, env.step(Action(name="press_home")).reward
((400, 800), 0.0)

## Version History
v0: the first.
"""

from benchmarks.phone.config import PhoneConfig, PhoneTaskConfig

CONFIG = PhoneConfig

__all__ = ["CONFIG", "PhoneConfig", "PhoneTaskConfig"]
