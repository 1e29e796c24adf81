# SPDX-License-Identifier: Apache-2.0
"""The long run itself: what it does, how it goes on when it was broken off, and that it finds something."""

from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import pytest
from kit import SCENARIOS, opened
from long_run import KINDS, code_hash, counted, do, jobs, main, results, unshown
from long_run import Done as Job


def run(folder: Path, *words: str) -> int:
    return main([*words, "--processes", "1", "--folder", str(folder)])


def test_what_was_done_is_not_done_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "random seelowe/hythe 1") == 0
    assert "1 jobs to do, 0 done before" in capsys.readouterr().out
    assert run(tmp_path, "random seelowe/hythe 1", "spoil seelowe/hythe 1") == 0
    said = capsys.readouterr().out
    assert "1 jobs to do, 1 done before" in said
    assert "random: 1 jobs, 0 failed" in said
    assert "spoil: 1 jobs, 0 failed" in said


def test_a_line_that_was_cut_off_is_done_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / f"done-{code_hash()}.jsonl").write_text('{"job":"random seelowe/hythe 1","secon')
    assert run(tmp_path, "random seelowe/hythe 1") == 0
    assert "1 jobs to do, 0 done before" in capsys.readouterr().out


def test_a_fault_is_told_with_the_game_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = type(opened("seelowe/hythe").rules)
    monkeypatch.setattr(rules, "faults", lambda *_: ["the sky has fallen"])
    assert run(tmp_path, "random seelowe/hythe 1") == 1
    said = capsys.readouterr().out
    assert "FAILED random seelowe/hythe 1: sound: the sky has fallen" in said
    assert (tmp_path / "seelowe-hythe-1.jsonl").exists()


def test_one_who_breaks_off_is_told_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(*_: object) -> Job:
        raise KeyboardInterrupt

    monkeypatch.setattr("long_run.do", broken_off)
    assert run(tmp_path, "random seelowe/hythe 1") == 130
    assert "the same command goes on from here" in capsys.readouterr().out


def test_every_kind_has_a_job_before_any_has_a_second() -> None:
    every = list(islice(jobs((), 1), sum(len(kind.targets) for kind in KINDS.values())))
    assert {each.split()[0] for each in every} == set(KINDS)
    assert {each.split()[2] for each in every} == {"0"}
    assert len(list(jobs(["random"], 2))) == 200 * len(SCENARIOS)


@pytest.mark.parametrize(
    "job",
    [
        "fighting seelowe/hythe 0",
        "greedy seelowe/hythe 0",
        "checks seelowe/hythe 0",
        "ruling seelowe:odds-rounding=nearest 0",
    ],
)
def test_a_job_of_each_kind_finds_nothing_wrong(job: str, tmp_path: Path) -> None:
    assert do(tmp_path, job).fault == ""


def test_a_ruling_that_never_matters_is_told() -> None:
    same = "nothing came of it"
    done = [
        Job("ruling seelowe:disrupted=one-unit 0", 1, note=same),
        Job("ruling seelowe:odds-rounding=nearest 0", 1, note=same),
        Job("ruling seelowe:odds-rounding=nearest 1", 1),
        Job("ruling panzerblitz:half-range=up 0", 1, note=same),
    ]
    assert unshown(done) == ["seelowe:disrupted=one-unit"]


def test_what_was_tried_is_added_up() -> None:
    done = [
        Job("kill server 0", 1, note="20 kills, 931 acts"),
        Job("kill server 1", 1, note="20 kills, 7 acts"),
        Job("worst server 0", 1, note="acknowledged in p50 4, p99 18 ms"),
        Job("kill server 2", 1),
    ]
    assert counted(done) == {"kills": 40, "acts": 938}


def begins_a_process(job: str) -> Job:
    """Do a job that has a process of its own, as those have that attack a server with workers."""
    child = get_context("spawn").Process(target=str)
    child.start()
    child.join()
    return Job(job, 0.0, note=str(child.exitcode))


def test_jobs_that_are_done_at_the_same_time_may_have_processes_of_their_own() -> None:
    """Every attack of `make long` on more than one core ended with an error of the pool."""
    assert [job.note for job in results(begins_a_process, ["one"], 2)] == ["0"]
