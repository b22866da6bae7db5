import pytest

from tests.miniwob.miniwob_player import Make, do, ref_of, run_script


def test_a_click_on_the_right_button_ends_the_episode_with_the_reward_in_the_same_step(make: Make) -> None:
    task = make("click-test-2")
    _, info = task.reset(seed=0)
    assert info["goal"] == "Click button ONE."
    result = do(task, "click", ref=ref_of(task, text="ONE"))
    assert (result.done, result.reward, result.info["details"]["end"]) == (True, 1.0, "success")


def test_events_are_trusted_and_complete(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    run_script(
        task,
        "window.seen = []; for (const type of ['mousemove', 'mousedown', 'mouseup', 'click', 'dblclick'])"
        "addEventListener(type, event => seen.push(`${type} ${event.isTrusted}`))",
    )
    do(task, "click_at", x=80, y=20)
    assert run_script(task, "seen.join()") == "mousemove true,mousedown true,mouseup true,click true"


def test_an_element_under_another_one_is_not_clicked_and_the_error_names_what_covers_it(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    run_script(
        task,
        "document.body.insertAdjacentHTML('beforeend',"
        "'<div id=veil style=\"position:absolute;left:0;top:0;width:160px;height:210px\">Accept cookies</div>')",
    )
    do(task, "wait", milliseconds=1)
    result = do(task, "click", ref=ref_of(task, text="ONE"))
    assert result.error is not None
    assert "covered by <div> #veil" in result.error.exception_str
    assert "Accept cookies" in result.error.exception_str
    assert not result.done


def test_a_partly_covered_element_is_clicked_where_it_shows(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    one = ref_of(task, text="ONE")
    run_script(
        task,
        "const box = document.getElementById('subbtn').getBoundingClientRect();"
        "document.body.insertAdjacentHTML('beforeend', `<div style='position:absolute;left:${box.left}px;"
        "top:${box.top + 10}px;width:40px;height:30px'></div>`)",
    )
    do(task, "wait", milliseconds=1)
    assert do(task, "click", ref=one).done


def test_a_page_that_changes_when_it_is_pointed_at_is_not_pressed_by_mistake(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    run_script(
        task,
        "const one = document.getElementById('subbtn'), two = document.getElementById('subbtn2');"
        "const swap = () => { two.style.cssText = one.style.cssText; one.style.left = '-200px'; };"
        "one.addEventListener('mouseenter', swap)",
    )
    result = do(task, "click", ref=ref_of(task, text="ONE"))
    assert result.error is not None
    assert not result.done


def test_ref_0_is_an_element_and_0_0_a_point(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)
    assert do(task, "hover", ref=0).error is None
    assert do(task, "click_at", x=0, y=0).error is None


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("click", {"ref": 999}, "no element 999"),
        ("type_text", {"ref": 3, "text": "x"}, "takes no text"),
        ("select_option", {"ref": 3, "option": "x"}, "not a <select>"),
        ("press_key", {"key": "Hyper"}, "no key 'Hyper'"),
        ("click_at", {"x": 160, "y": 0}, "160"),
        ("drag", {"points": [[0, 0], [200, 0]]}, "outside the page"),
    ],
)
def test_what_cannot_be_done_says_the_value_and_the_rule(
    name: str, arguments: dict[str, object], words: str, make: Make
) -> None:
    task = make("enter-text")
    task.reset(seed=0)
    button = ref_of(task, text="Submit")
    result = do(task, name, **{**arguments, **({"ref": button} if arguments.get("ref") == 3 else {})})
    assert result.error is not None
    assert words in result.error.exception_str
    assert not result.done


@pytest.mark.parametrize(
    "text", ["plain", "Ünïcödé 確定 😀 e\u0301", "<b>&amp;\"'`\\", "a\tb  c ", "~!@#$%^&*()_+{}|:<>?", ""]
)
def test_typed_text_arrives_as_it_was_sent(text: str, make: Make) -> None:
    task = make("enter-text")
    task.reset(seed=0)
    result = do(task, "type_text", ref=ref_of(task, tag="input"), text=text)
    assert result.error is None
    assert run_script(task, "document.getElementById('tt').value") == text


def test_typing_goes_on_after_what_is_there_or_replaces_it(make: Make) -> None:
    task = make("enter-text")
    task.reset(seed=0)
    field = ref_of(task, tag="input")
    do(task, "type_text", ref=field, text="one")
    do(task, "type_text", ref=field, text="two")
    assert task.session.state.tree[field]["value"] == "onetwo"
    do(task, "type_text", ref=field, text="three", replace=True)
    assert task.session.state.tree[field]["value"] == "three"


def test_lines_are_typed_into_a_text_area_and_refused_by_a_field_of_one_line(make: Make) -> None:
    task = make("email-inbox-reply")
    task.reset(seed=0)
    run_script(task, "document.getElementById('area').innerHTML = '<textarea id=many></textarea><input id=one>'")
    do(task, "wait", milliseconds=1)
    do(task, "type_text", ref=ref_of(task, id="many"), text="one\n\ntwo")
    assert run_script(task, "many.value") == "one\n\ntwo"
    result = do(task, "type_text", ref=ref_of(task, id="one"), text="one\ntwo")
    assert result.error is not None
    assert "holds one line" in result.error.exception_str


def test_half_a_character_is_refused_and_nothing_breaks(make: Make) -> None:
    task = make("enter-text")
    task.reset(seed=0)
    field = ref_of(task, tag="input")
    with pytest.raises(ValueError, match="half a character at 1"):
        task.tool.type_text(field, "a\ud83d")
    assert do(task, "type_text", ref=field, text="a\ud83d").error is None
    assert run_script(task, "document.getElementById('tt').value") == "a\ufffd"


def test_select_option_fires_one_trusted_change(make: Make) -> None:
    task = make("choose-list")
    task.reset(seed=0)
    run_script(task, "window.seen = []; addEventListener('change', event => seen.push(event.isTrusted))")
    menu = next(element for element in task.session.state.tree if element["tag"] == "select")
    for option in (menu["options"][3], menu["options"][1]):
        assert do(task, "select_option", ref=menu["ref"], option=option).error is None
        assert task.session.state.tree[2]["value"] == option
    assert run_script(task, "seen.join()") == "true,true"
    result = do(task, "select_option", ref=menu["ref"], option="Atlantis")
    assert result.error is not None
    assert menu["options"][0] in result.error.exception_str


def test_every_point_of_a_drag_reaches_the_page(make: Make) -> None:
    task = make("draw-line")
    task.reset(seed=0)
    run_script(task, "window.seen = []; addEventListener('mousemove', event => seen.push(event.clientX), true)")
    do(task, "drag", points=[[10 + step, 90] for step in range(40)])
    assert run_script(task, "seen.slice(-39).join()") == ",".join(str(11 + step) for step in range(39))


def test_the_browser_never_takes_over_what_is_dragged(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    run_script(
        task,
        """
        window.heard = [];
        for (const type of ['mousedown', 'mousemove', 'mouseup', 'dragend']) {
          addEventListener(type, event => heard.push(`${type} ${event.clientX}`));
        }
        document.body.insertAdjacentHTML('beforeend', '<div id="mine" draggable="true">Take me along</div>');
        const style = 'position: fixed; left: 0; top: 60px; width: 150px; height: 40px; background: gold';
        document.getElementById('mine').setAttribute('style', style);
        """,
    )
    for _ in range(3):
        run_script(task, "window.heard.length = 0")
        do(task, "drag", points=[[10, 80], [60, 90], [110, 95], [140, 90]])
        assert run_script(task, "heard.join()") == (
            "mousemove 10,mousedown 10,mousemove 60,mousemove 110,mousemove 140,mouseup 140"
        )


def test_what_one_environment_copies_another_cannot_paste(make: Make) -> None:
    one, other = make("copy-paste"), make("copy-paste")
    for task in (one, other):
        task.reset(seed=3)
        do(task, "click", ref=ref_of(task, id="to-copy"))
        do(task, "press_key", key="a", modifiers=["Control"])
    do(one, "press_key", key="c", modifiers=["Control"])
    do(other, "click", ref=ref_of(other, id="answer-input"))
    do(other, "press_key", key="v", modifiers=["Control"])
    assert run_script(other, "document.getElementById('answer-input').value") == ""
    do(one, "click", ref=ref_of(one, id="answer-input"))
    do(one, "press_key", key="v", modifiers=["Control"])
    assert run_script(one, "document.getElementById('answer-input').value") != ""


def test_a_scrolled_list_shows_where_it_stands(make: Make) -> None:
    task = make("scroll-text-2")
    task.reset(seed=0)
    area = next(element for element in task.session.state.tree if element.get("id") == "text-area")
    x, y = area["box"][0] + 10, area["box"][1] + 10
    do(task, "scroll", x=x, y=y, down=30)
    after = next(element for element in task.session.state.tree if element.get("id") == "text-area")
    assert after["scroll"][0] == min(area["scroll"][0] + 30, area["scroll"][1])
