"""A content folder made for measuring: as many entries and programs as asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

SITE = """\
name: {en: Measured, zh: 测量}
description: {en: Made for measuring, zh: 供测量用}
address: https://measured.example/
locales: [{code: en, name: English}, {code: zh, name: 中文}]
domains: {demo: {en: Demonstrations, zh: 示例}}
categories: {runtime-error: {en: Runtime error, zh: 运行时错误}}
licence: {name: CC BY 4.0, url: "https://creativecommons.org/licenses/by/4.0/"}
"""
ENTRY = """\
title: {{en: Entry number {number}, zh: 第 {number} 个条目}}
summary: {{en: Entry {number} was made for measuring., zh: 第 {number} 个条目供测量用。}}
symptoms: [{{text: "ValueError: number {number} is no word"}}]
category: runtime-error
lifecycle: {{status: active}}
recovery: none
reported: synchronously
causes:
  - id: only
    title: {{en: The only cause of {number}, zh: 第 {number} 个条目的唯一原因}}
    text: {{en: The program {number} raises it., zh: 第 {number} 个程序引发它。}}
    telltale: {{en: The log shows {number}., zh: 日志里有 {number}。}}
reproduce:
{claims}
history: [{{date: 2026-11-21, text: {{en: First version of {number}., zh: 条目 {number} 的第一版。}}}}]
"""


def make_content(folder: Path, entries: int, programs: int, program: Callable[[int], str]) -> Path:
    """Write a content folder with so many entries of so many programs each; `program(n)` is the text of the n-th.

    Every program is to raise `ValueError: number <entry> is no word`, which `{symptom}` in its text becomes.
    """
    root = folder / "content"
    for number in range(entries):
        place = root / "entries" / "demo" / f"entry-{number}"
        place.mkdir(parents=True)
        names = [f"program_{index}.py" for index in range(programs)]
        claims = [f"  - {{id: claim-{index}, cause: only, snippet: {name}}}" for index, name in enumerate(names)]
        (place / "entry.yaml").write_text(ENTRY.format(number=number, claims="\n".join(claims)), encoding="utf-8")
        for index, name in enumerate(names):
            raising = f'raise ValueError("number {number} is no word")'
            text = program(number * programs + index).replace("{symptom}", raising)
            (place / name).write_text(text, encoding="utf-8")
    (root / "site.yaml").write_text(SITE, encoding="utf-8")
    (root / "pages").mkdir()
    return root
