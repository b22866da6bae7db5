from tests.miniwob.miniwob_player import Make, do, ref_of, run_script


def test_only_the_full_reward_is_a_success(make: Make) -> None:
    task = make("find-greatest")
    ends = set()
    for seed in range(6):
        task.begin()
        task.reset(seed=seed)
        do(task, "click", ref=next(e["ref"] for e in task.session.state.tree if e.get("class") == "card hidden"))
        result = do(task, "click", ref=ref_of(task, id="submit"))
        details = result.info["details"]
        ends.add((result.reward, details["raw"], details["end"]))
    assert ends == {(1.0, 1.0, "success"), (0.1, 0.1, "partial")}


def test_doing_nothing_is_worth_nothing(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)
    result = do(task, "final_step")
    assert (result.done, result.reward, result.info["details"]["end"]) == (True, 0.0, "open")


def test_a_wrong_click_costs(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    result = do(task, "click", ref=ref_of(task, text="TWO"))
    assert (result.reward, result.info["details"]["end"]) == (-1.0, "failure")


def test_zero_and_no_reward_at_all_are_told_apart(make: Make) -> None:
    task = make("click-test")
    for script, end in (("core.endEpisode(0)", "zero"), ("core.endEpisode()", "no reward")):
        task.begin()
        task.reset(seed=0)
        run_script(task, script)
        result = do(task, "wait", milliseconds=1)
        assert (result.done, result.reward, result.info["details"]["end"]) == (True, 0.0, end)


def test_the_discounted_reward_decays_over_ten_seconds_of_the_page_s_own_clock(make: Make) -> None:
    task = make("click-test-2", reward="discounted")
    task.reset(seed=0)
    do(task, "wait", milliseconds=2500)
    result = do(task, "click", ref=ref_of(task, text="ONE"))
    assert result.reward == 0.75
    assert result.info["details"]["raw"] == 1


def test_an_episode_never_ends_by_the_wall_clock_or_the_page_s_limit(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    assert not do(task, "wait", milliseconds=60_000).done
    assert do(task, "click", ref=ref_of(task, text="ONE")).reward == 1
