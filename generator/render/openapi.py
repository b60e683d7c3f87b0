"""The OpenAPI description of the files below `api/`, for programs that make clients and requests from one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic.json_schema import models_json_schema

from generator.publish.output import SiteFile
from generator.render.addresses import API
from generator.render.api import OPENAPI
from generator.render.api_form import SCHEMA_VERSION, EntryOut, IndexOut, Out
from generator.render.collection import Collection, Parts, Shard
from generator.render.data_files import CSV, JSON, NDJSON, DataFile, api_files
from generator.render.entry import Site
from generator.render.tables import TABLES

MODELS: tuple[type[Out], ...] = (EntryOut, IndexOut, *TABLES.values())
REFERENCE = "#/components/schemas/{model}"
PARAMETERS = (("domain", "The first part of an entry's id."), ("slug", "The second part of an entry's id."))


class OpenApi(Collection[None]):
    """The one file."""

    name = "openapi"

    def shards(self, site: Site, parts: Parts[None]) -> Iterator[Shard]:
        """Yield the one shard. Its facts: the paths of all files."""
        del parts
        yield Shard("", files=(OPENAPI,), facts=tuple(file.path for file in api_files(site)))

    def render(self, site: Site, shard: Shard, parts: Parts[None]) -> Iterator[SiteFile]:
        """Yield the file."""
        del shard, parts
        yield SiteFile.text(OPENAPI, json.dumps(description(site), ensure_ascii=False, indent=1))


def description(site: Site) -> dict[str, Any]:
    """Return the description of all files."""
    settings = site.catalogue.site
    language = settings.locale_codes[0]
    schemas = models_json_schema([(model, "serialization") for model in MODELS], ref_template=REFERENCE)[1]
    return {
        "openapi": "3.1.1",
        "info": {
            "title": f"{settings.name[language]}: {API}",
            "summary": settings.description[language],
            "description": "Static files: GET only, no key, no parameters but the names in a path.",
            "version": SCHEMA_VERSION,
            "license": {"name": settings.licence.name, "url": settings.licence.url},
        },
        "servers": [{"url": settings.address.rstrip("/")}],
        "paths": {f"/{file.path}": {"get": _operation(file)} for file in api_files(site)},
        "components": {"schemas": schemas["$defs"]},
    }


def _operation(file: DataFile) -> dict[str, Any]:
    name = file.path.removeprefix(f"{API}/").translate(str.maketrans("/.-", "___", "{}"))
    parameters = [
        {"name": name, "in": "path", "required": True, "description": text, "schema": {"type": "string"}}
        for name, text in PARAMETERS
        if f"{{{name}}}" in file.path
    ]
    return {
        "operationId": f"get_{name}",
        "summary": file.what,
        **({"parameters": parameters} if parameters else {}),
        "responses": {
            "200": {"description": file.what, "content": {file.media: _content(file)}},
            **({"404": {"description": "There is no such entry."}} if parameters else {}),
        },
    }


def _content(file: DataFile) -> dict[str, Any]:
    """Return what a file holds: a document by its model, lines and rows by what one of them is."""
    reference = {"$ref": REFERENCE.format(model=file.model)}
    if file.media == NDJSON:
        return {
            "schema": {"type": "string", "description": "A JSON document on each line.", "contentSchema": reference}
        }
    if file.media == CSV:
        return {
            "schema": {"type": "string", "description": f"A line of column names; each further row is a {file.model}."}
        }
    if file.media == JSON:
        return {"schema": reference if file.model else {"type": "object"}}
    return {}
