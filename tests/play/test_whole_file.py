# SPDX-License-Identifier: Apache-2.0
"""A file that is written whole is safe on the disk, with its name, once it is written."""

import os
from pathlib import Path
from stat import S_ISDIR

import pytest

from grognard.play.whole_file import part_of, write_whole


@pytest.mark.skipif(os.name != "posix", reason="only POSIX can sync a folder")
def test_the_file_is_synced_before_it_has_its_name_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced, sync = tmp_path / "log", list[tuple[str, bool]](), os.fsync

    def watch(number: int) -> None:
        kind = "folder" if S_ISDIR(os.fstat(number).st_mode) else "file"
        synced.append((kind, path.exists()))
        sync(number)

    monkeypatch.setattr("os.fsync", watch)
    write_whole(path, b"told")
    assert synced == [("file", False), ("folder", True)]
    assert path.read_bytes() == b"told"
    assert not part_of(path).exists()
