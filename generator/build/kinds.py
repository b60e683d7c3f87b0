"""The kinds of pages and files that are made from all entries, in the order of the sitemap."""

from __future__ import annotations

from typing import Any

from generator.distribution.downloads import Downloads
from generator.render.api import ApiBulk, ApiIndex
from generator.render.browse import Browse
from generator.render.browse_newest import Newest
from generator.render.browse_recovery import Recoveries
from generator.render.browse_verdict import Verdicts
from generator.render.browse_versions import Versions
from generator.render.codes import Codes
from generator.render.collection import Collection
from generator.render.data import Data
from generator.render.domains import Domains
from generator.render.evidence import Evidence
from generator.render.feeds import Feeds
from generator.render.former_myths import FormerMyths
from generator.render.home import Home
from generator.render.linking import Linking
from generator.render.llms import Llms, LlmsFull
from generator.render.lookup import Lookup, LookupIndex
from generator.render.myths import Myths
from generator.render.not_found import NotFound
from generator.render.openapi import OpenApi
from generator.render.permalink_index import PermalinkIndex
from generator.render.permalinks import Permalinks
from generator.render.search import Search
from generator.render.share import ShareImages
from generator.render.share_myths import MythImages
from generator.render.start import StartPage
from generator.render.static import Static
from generator.render.tables import Tables
from generator.render.wordings import Wordings

COLLECTIONS: tuple[Collection[Any], ...] = (
    *(Domains(), PermalinkIndex(), Wordings(), StartPage(), Myths(), Evidence()),
    *(Browse(), Recoveries(), Verdicts(), Versions(), Newest(), Data(), Linking(), Downloads()),
    *(Codes(), Permalinks(), FormerMyths(), Home(), Feeds(), Llms(), LlmsFull(), NotFound(), Static()),
    *(ApiIndex(), ApiBulk(), Tables(), OpenApi(), Lookup(), LookupIndex(), Search()),
    *(ShareImages(), MythImages()),  # at last: nothing waits for them
)
BY_NAME = {collection.name: collection for collection in COLLECTIONS}
