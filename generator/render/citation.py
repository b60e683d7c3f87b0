"""`CITATION.cff`: how to cite a site's data (Citation File Format 1.2.0)."""

from __future__ import annotations

import yaml

from generator.content.model import Site
from generator.publish.output import SiteFile

CITATION = "CITATION.cff"


def citation_file(site: Site) -> SiteFile:
    """Return the file, made from the site's settings; it names no day, as the data change whenever something is run."""
    language = site.locale_codes[0]
    name = site.name[language]
    about = {
        "cff-version": "1.2.0",
        "message": "If you use these data, please cite them as below, with the day on which you fetched them.",
        "type": "dataset",
        "title": name,
        "abstract": site.description[language],
        "authors": [{"name": f"The {name} authors"}],
        "url": site.address,
        **({"repository-code": site.repository} if site.repository else {}),
        "license-url": site.licence.url,
    }
    return SiteFile.text(CITATION, yaml.safe_dump(about, sort_keys=False, allow_unicode=True, width=120))
