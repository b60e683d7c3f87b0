"""Text in pictures: never wider than reckoned."""

from generator.render.drawn_text import width_of

SIZE = 13


def test_full_width_characters_are_as_wide_as_the_size():
    assert width_of("显存", SIZE) == 2 * SIZE


def test_code_is_as_wide_as_its_letters_are_many_and_no_letter_is_narrower_than_it_may_be():
    assert width_of("il", SIZE, is_code=True) == width_of("mw", SIZE, is_code=True)
    assert width_of("il", SIZE) < width_of("mw", SIZE)
