"""The fields of published models as tables: name, type and meaning, read from what their JSON Schema is made of."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.render.api_form import Out

SHORT = {"integer": "int", "boolean": "bool"}


class Field(NamedTuple):
    """A field: its type in pieces, each a text and the name of the model that it is, if it is one."""

    name: str
    type: tuple[tuple[str, str], ...]
    text: str


class Model(NamedTuple):
    """A model with its fields. The name is what readers see of it."""

    name: str
    text: str
    fields: tuple[Field, ...]


def models_of(model: type[Out]) -> tuple[Model, ...]:
    """Return a model, and then each that it is made of, in the order in which its fields name them."""
    schema = model.model_json_schema(mode="serialization")
    found = {schema["title"]: schema}
    waiting = [schema]
    for one in waiting:
        for name in _named_in(one.get("properties", {})):
            if name not in found:
                found[name] = schema["$defs"][name]
                waiting.append(found[name])
    return tuple(_model(name, one) for name, one in found.items())


def _model(name: str, schema: dict[str, Any]) -> Model:
    fields = (
        Field(field, tuple(_type(about)), _line(about["description"])) for field, about in schema["properties"].items()
    )
    return Model(_shown(name), _line(schema["description"]), tuple(fields))


def _line(text: str) -> str:
    return " ".join(text.split())


def _shown(name: str) -> str:
    return name.removesuffix("Out").removesuffix("Row")


def _named_in(value: Any) -> list[str]:
    """Return the names of the models in a part of a schema, in their order."""
    if isinstance(value, dict):
        own = [value["$ref"].rpartition("/")[2]] if "$ref" in value else []
        return own + [name for part in value.values() for name in _named_in(part)]
    return [name for part in value for name in _named_in(part)] if isinstance(value, list) else []


def _type(about: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a type as it is written: `string | null`, `Claim[]`, `{string: string}`."""
    if "$ref" in about:
        name = _shown(about["$ref"].rpartition("/")[2])
        return [(name, name)]
    several = about.get("anyOf") or about.get("oneOf")
    if several:
        pieces = [_type(one) for one in several]
        return [piece for number, one in enumerate(pieces) for piece in ([(" | ", "")] * bool(number) + one)]
    if about.get("type") == "array":
        return [*_grouped(_type(about["items"])), ("[]", "")]
    if isinstance(about.get("additionalProperties"), dict):
        return [("{string: ", ""), *_type(about["additionalProperties"]), ("}", "")]
    kind: str = "date" if about.get("format") == "date" else about["type"]
    return [(SHORT.get(kind, kind), "")]


def _grouped(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [("(", ""), *pieces, (")", "")] if (" | ", "") in pieces else pieces
