"""A peer's worker as it runs, in an environment that is this one's Python, with a peer that only counts."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.speed.peers.environments import REQUIREMENTS, MissingError, python_of
from benchmarks.speed.peers.process import Peer
from benchmarks.speed.timing import interleave

COUNTING = """
import os

def open_peer(greeting):
    if greeting == "refuse":
        raise RuntimeError("no such browser")
    print(greeting, "is no answer")
    yield {"count": lambda: None, "fail": lambda: 1 / 0, "leave": lambda: os._exit(1)}
"""
ENVIRONMENT = next(iter(REQUIREMENTS))


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "cube-gym" / "peers" / ENVIRONMENT
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    (folder / "made").touch()
    (tmp_path / "counting.py").write_text(COUNTING)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return folder


@pytest.fixture
def peer() -> Iterator[Peer]:
    with Peer(ENVIRONMENT, "counting", "hello") as opened:
        yield opened


def test_a_peer_times_its_calls_itself(peer: Peer) -> None:
    (timed,) = interleave([peer.case("counting", "count", 10)], rounds=3)
    assert timed.name == "counting"
    assert len(timed.seconds) == 3
    assert all(seconds > 0 for seconds in timed.seconds)


@pytest.mark.parametrize("call", ["fail", "leave", "no such call"])
def test_a_peer_that_fails_leaves_the_run(peer: Peer, call: str) -> None:
    assert interleave([peer.case("lost", call, 1)]) == []


def test_a_peer_that_was_killed_leaves_the_run(peer: Peer) -> None:
    os.kill(peer._process.pid, signal.SIGKILL)
    assert interleave([peer.case("lost", "count", 1)]) == []


def test_a_closed_peer_leaves_no_process(peer: Peer) -> None:
    peer.close()
    peer.close()
    assert peer._process.returncode is not None
    assert interleave([peer.case("lost", "count", 1)]) == []


def test_a_peer_that_cannot_be_opened_says_why() -> None:
    with pytest.raises(MissingError, match="no such browser"):
        Peer(ENVIRONMENT, "counting", "refuse")


def test_a_program_that_a_browser_peer_needs_is_named_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingError, match=r"chromium.*apt-get install"):
        Peer(ENVIRONMENT, "counting", "hello", browser=True)


def test_an_environment_that_was_not_made_is_named_with_how_to_make_it(environment: Path) -> None:
    (environment / "made").unlink()
    with pytest.raises(MissingError, match=rf"{ENVIRONMENT}.*python -m benchmarks.speed.peers.environments"):
        python_of(ENVIRONMENT)
