"""What pages do without: icons drawn on every page, and the spaces between elements."""

from urllib.parse import unquote

import pytest

from generator.render.frame.slim import (
    ThemeChangedError,
    fill_frame,
    fill_sheet,
    frame_script,
    icon_class,
    icon_element,
    icon_rule,
    without_gaps,
)

MENU = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 6h18v2H3z"/></svg>'


def test_an_icon_is_an_empty_box_of_its_drawing_and_the_drawing_a_mask():
    name = ".icons/fontawesome/brands/git-alt.svg"
    wide = MENU.replace("0 0 24 24", "0 0 448 512")

    assert icon_class(name) == "fb-icon-fontawesome-brands-git-alt"
    assert icon_element(name, wide) == f'<svg viewBox="0 0 448 512" class="fb-icon {icon_class(name)}"></svg>'
    rule = icon_rule(name, wide)
    data = rule.partition('url("data:image/svg+xml,')[2].partition('")')[0]
    assert '"' not in data
    assert unquote(data) == wide


def test_the_sheet_gets_each_drawing_once_also_where_it_is_filled_again(tmp_path):
    (tmp_path / "assets").mkdir()
    sheet = tmp_path / "assets/faultbook.css"
    sheet.write_text(".fb-icon {}\n", encoding="utf-8")
    fill_sheet(tmp_path, {".icons/menu.svg": MENU})
    fill_sheet(tmp_path, {".icons/menu.svg": MENU, ".icons/close.svg": MENU})

    text = sheet.read_text(encoding="utf-8")
    assert text.startswith(".fb-icon {}\n")
    assert text.count(".fb-icon-menu{") == text.count(".fb-icon-close{") == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>\n\n   a  b \n</p>\n", "<p>\na  b</p>\n"),
        ("<i>a</i> <i>b</i>\n  <i>c</i>", "<i>a</i> <i>b</i>\n<i>c</i>"),
        ("<tr>\n <td>a</td>\n <td>b</td>\n</tr>\n<b>c</b>", "<tr><td>a</td><td>b</td></tr>\n<b>c</b>"),
        ("<pre>\n\n  a\n</pre>\n\n  <p>", "<pre>\n\n  a\n</pre><p>"),
        ("<code>a\n    b\n\n  c</code>\n\n  <p>", "<code>a\n    b\n\n  c</code><p>"),
        ('<button data-clipboard-text="a\n  b"></button>\n\n', '<button data-clipboard-text="a\n  b"></button>\n'),
        ("<script>\n  // one\n  two\n</script>\n\n", "<script>\n  // one\n  two\n</script>\n"),
        ("<pre>\n\n1</pre>\n\n<textarea>\n\n2</textarea>\n\n3", "<pre>\n\n1</pre>\n<textarea>\n\n2</textarea>\n3"),
    ],
)
def test_only_what_is_not_shown_goes(before, after):
    assert without_gaps(before) == after


def test_every_icon_of_a_page_has_its_drawing(real_site):
    sheet = (real_site / "assets/faultbook.css").read_text(encoding="utf-8")
    page = (real_site / "index.html").read_text(encoding="utf-8")
    used = {name.split('"')[0] for name in page.split('class="fb-icon ')[1:]}

    assert len(used) > 7
    assert {name for name in used if sheet.count(f".{name}{{--fb-icon:url(") != 1} == set()
    assert "<path" not in page.partition("<article")[0]


def theme(folder, **scripts):
    """Write scripts where a theme keeps them."""
    place = folder / "partials/javascripts"
    place.mkdir(parents=True)
    for name, text in scripts.items():
        (place / f"{name}.html").write_text(f"{{#- theirs -#}}\n<script>{text}</script>\n", encoding="utf-8")
    return folder


def test_the_scripts_of_the_theme_become_one_that_finds_the_site_by_its_own_place(tmp_path):
    found = theme(tmp_path / "theme", base='__md_scope=new URL("{{ base_url }}",location),a=1', palette="b()")

    assert frame_script([tmp_path / "none", found]) == (
        '__md_scope=new URL("..",document.currentScript.src),a=1;\n__md_palette=()=>{b()};\n'
    )


def test_a_theme_that_writes_its_scripts_in_another_way_is_refused(tmp_path):
    other = theme(tmp_path / "other", base='__md_scope=new URL(".",location)', palette="b()")
    with pytest.raises(ThemeChangedError, match=r"base\.html names the site's place in another way"):
        frame_script([other])
    lacking = theme(tmp_path / "lacking", base='new URL("{{ base_url }}",location)')
    with pytest.raises(
        ThemeChangedError, match=r"no folder of the theme has a script partials/javascripts/palette\.html"
    ):
        frame_script([lacking])


def test_the_file_of_scripts_gets_them_once(tmp_path):
    (tmp_path / "assets").mkdir()
    file = tmp_path / "assets/frame.js"
    file.write_text("ours;\n", encoding="utf-8")
    fill_frame(tmp_path, "theirs;\n")
    fill_frame(tmp_path, "theirs;\n")

    assert file.read_text(encoding="utf-8") == "ours;\ntheirs;\n"
