"""What a build keeps for the next one: one sqlite file for a content folder and the site that is made from it.

It is a cache: deleted, damaged or written by another version, it is made again, and the next build does all the work.
One process uses it at a time: what others need of it is sent to them.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

VERSION = 3  # raise it when a table changes
STORES = Path(".cache/build")
KEPT = 8  # stores: those of other sites are deleted when there are more
FAST = 1  # level of compression
PATIENCE = 30  # seconds that one process waits for another one
TABLES = """
CREATE TABLE memo (name TEXT PRIMARY KEY, key TEXT NOT NULL, value BLOB NOT NULL);
CREATE TABLE entries (
  id TEXT PRIMARY KEY, stamp TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, ref BLOB, facts BLOB, counts BLOB,
  problems BLOB, judged BLOB);
CREATE TABLE parts (
  collection TEXT NOT NULL, entry TEXT NOT NULL, digest TEXT NOT NULL, labels TEXT NOT NULL, value BLOB NOT NULL);
CREATE INDEX parts_by_entry ON parts (collection, entry, digest, labels); -- holds all that a plan reads of a part
CREATE TABLE owners (owner TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE outputs (
  uri TEXT PRIMARY KEY, owner TEXT NOT NULL, digest BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE TABLE pending (owner TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE gone (uri TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE INDEX outputs_by_owner ON outputs (owner);
"""


class StoreError(Exception):
    """The store cannot be written."""


class DamagedStoreError(Exception):
    """The store does not hold what was written to it: it is to be discarded."""


class EntryRow(NamedTuple):
    """What is kept of an entry; all but the texts are pickled. `judged` is compressed."""

    id: str
    stamp: str
    key: str
    digest: str
    ref: bytes | None
    facts: bytes | None
    counts: bytes | None
    problems: bytes | None
    judged: bytes | None


class PartRow(NamedTuple):
    """What pages made from all entries show of one."""

    collection: str
    entry: str
    digest: str
    labels: str
    value: bytes


class Output(NamedTuple):
    """A file of the site: whose it is, the hash of its bytes, its size in bytes and time in nanoseconds."""

    uri: str
    owner: str
    digest: bytes
    size: int
    modified: int


def digest_of(*parts: str | bytes) -> str:
    """Return a hash of texts or bytes; where one ends and the next begins counts."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        made.update(len(data).to_bytes(8, "little") + data)
    return made.hexdigest()


def pack(value: Any) -> bytes:
    """Pickle a value and compress it."""
    return zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), FAST)


def unpack(data: bytes) -> Any:
    """Return what was packed. Only this program writes the store."""
    return pickle.loads(zlib.decompress(data))  # noqa: S301 - see above


def store_path(content_root: Path, site_dir: Path) -> Path:
    """Return the place of the store for a content folder and its site."""
    return STORES / f"{digest_of(str(content_root.resolve()), str(site_dir.resolve()))[:16]}.sqlite3"


class Store:
    """An open store. What goes wrong with the file itself raises StoreError, with a remedy."""

    def __init__(self, path: Path, connection: sqlite3.Connection, collections: Sequence[str]) -> None:
        self.path = path
        self.collections = tuple(collections)
        self._db = connection

    @classmethod
    def open(cls, path: Path, collections: Sequence[str]) -> Store:
        """Open a store for writing; one of another version is replaced by an empty one.

        `collections` are the names of all kinds of parts. Raises StoreError, or DamagedStoreError for a file that is
        no store.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _forget_old(path)
            connection = _connect(path)
            if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                connection.close()
                discard(path)
                connection = _connect(path)
                connection.executescript(f"PRAGMA journal_mode=WAL; {TABLES} PRAGMA user_version={VERSION};")
        except OSError as error:
            raise unwritable(path, error) from error
        except sqlite3.Error as error:
            raise _failure(path, error) from error
        return cls(path, connection, collections)

    def close(self) -> None:
        """Close it."""
        self._db.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all of what follows, or nothing. Raises StoreError where the disk is full, say."""
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                yield
        except sqlite3.Error as error:
            raise _failure(self.path, error) from error

    # --- values that one build computes and the next may use ----------------------------------------

    def recall(self, name: str, key: str) -> Any:
        """Return what was kept under a name for this key; None where there is nothing."""
        found = self._db.execute("SELECT value FROM memo WHERE name = ? AND key = ?", (name, key)).fetchone()
        return unpack(found[0]) if found else None

    def keep(self, name: str, key: str, value: Any) -> None:
        """Keep a value under a name, in the place of an older one."""
        self._db.execute("INSERT OR REPLACE INTO memo VALUES (?, ?, ?)", (name, key, pack(value)))

    # --- entries -------------------------------------------------------------------------------------

    def stamps(self) -> dict[str, tuple[str, str]]:
        """Return the stamp and the key of every entry."""
        return {row[0]: (row[1], row[2]) for row in self._db.execute("SELECT id, stamp, key FROM entries")}

    def column(self, name: str) -> Iterator[tuple[str, Any]]:
        """Yield one column of all entries that have it, by id: `ref`, `facts`, `counts` or `problems`."""
        rows = self._db.execute(f"SELECT id, {name} FROM entries WHERE {name} IS NOT NULL ORDER BY id")  # noqa: S608 - a name of ours
        return ((row[0], pickle.loads(row[1])) for row in rows)  # noqa: S301 - only this program writes the store

    def digests(self) -> dict[str, str]:
        """Return the digest of every entry that could be judged."""
        return dict(self._db.execute("SELECT id, digest FROM entries WHERE judged IS NOT NULL ORDER BY id"))

    def judged(self, entry_id: str) -> bytes:
        """Return an entry as it was judged, packed."""
        found: tuple[bytes] = self._db.execute("SELECT judged FROM entries WHERE id = ?", (entry_id,)).fetchone()
        return found[0]

    def facts(self, entry_id: str) -> Any:
        """Return the facts of an entry."""
        found = self._db.execute("SELECT facts FROM entries WHERE id = ?", (entry_id,)).fetchone()
        return pickle.loads(found[0])  # noqa: S301 - only this program writes the store

    def key(self, entry_id: str) -> str:
        """Return the key of an entry."""
        found: tuple[str] = self._db.execute("SELECT key FROM entries WHERE id = ?", (entry_id,)).fetchone()
        return found[0]

    def refs(self, ids: Iterable[str]) -> dict[str, tuple[str, Any]]:
        """Return the references to those of some entries that could be judged, each with its digest."""
        query = "SELECT id, digest, ref FROM entries WHERE id = ? AND judged IS NOT NULL"
        rows = (row for entry_id in ids for row in self._db.execute(query, (entry_id,)))
        return {row[0]: (row[1], pickle.loads(row[2])) for row in rows}  # noqa: S301 - see above

    def put_entry(self, row: EntryRow, parts: Iterable[PartRow]) -> None:
        """Keep an entry and its parts, in the place of what was kept of it."""
        self._db.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._drop_parts([row.id])
        self._db.executemany("INSERT INTO parts VALUES (?, ?, ?, ?, ?)", parts)

    def set_stamp(self, entry_id: str, stamp: str) -> None:
        """Note that an entry's files were touched and hold what they held."""
        self._db.execute("UPDATE entries SET stamp = ? WHERE id = ?", (stamp, entry_id))

    def drop_entries(self, ids: Iterable[str]) -> None:
        """Forget entries."""
        listed = list(ids)
        self._db.executemany("DELETE FROM entries WHERE id = ?", [(entry_id,) for entry_id in listed])
        self._drop_parts(listed)

    def _drop_parts(self, ids: Sequence[str]) -> None:
        pairs = [(collection, entry_id) for collection in self.collections for entry_id in ids]
        self._db.executemany("DELETE FROM parts WHERE collection = ? AND entry = ?", pairs)

    # --- parts of entries ----------------------------------------------------------------------------

    def index_of_parts(self, collection: str) -> dict[str, tuple[str, str]]:
        """Return the digest and the labels of each entry's part, by id."""
        query = "SELECT entry, digest, labels FROM parts WHERE collection = ? ORDER BY entry"
        return {row[0]: (row[1], row[2]) for row in self._db.execute(query, (collection,))}

    def parts(self, collection: str, ids: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Yield the parts of these entries, in their order."""
        for entry_id, _labels, value in self.stored_parts(collection, ids):
            yield entry_id, pickle.loads(value)  # noqa: S301 - only this program writes the store

    def stored_parts(self, collection: str, ids: Iterable[str]) -> Iterator[tuple[str, str, bytes]]:
        """Yield those of these entries that have a part, each with its labels and the part as they are stored."""
        query = "SELECT labels, value FROM parts WHERE collection = ? AND entry = ?"
        for entry_id in ids:
            found = self._db.execute(query, (collection, entry_id)).fetchone()
            if found:
                yield entry_id, *found

    # --- what was published --------------------------------------------------------------------------

    def owners(self) -> dict[str, str]:
        """Return the key of everything that was rendered, by owner."""
        return dict(self._db.execute("SELECT owner, key FROM owners"))

    def key_of_owner(self, owner: str) -> str | None:
        """Return the key of what was rendered for an owner."""
        found = self._db.execute("SELECT key FROM owners WHERE owner = ?", (owner,)).fetchone()
        return found[0] if found else None

    def outputs_of(self, owner: str) -> dict[str, Output]:
        """Return the files of an owner, by uri."""
        rows = self._db.execute("SELECT uri, owner, digest, size, modified FROM outputs WHERE owner = ?", (owner,))
        return {row[0]: Output(*row) for row in rows}

    def states(self) -> Iterator[tuple[str, int, int]]:
        """Yield the uri, the size in bytes and the time in nanoseconds of every file of the site."""
        return self._db.execute("SELECT uri, size, modified FROM outputs")

    def sizes(self, uris: Iterable[str]) -> list[int]:
        """Return the size in bytes of each of some files; 0 for one that the site does not have."""
        query = "SELECT size FROM outputs WHERE uri = ?"
        return [next(self._db.execute(query, (uri,)), (0,))[0] for uri in uris]

    def forget_files(self, uris: Iterable[str]) -> None:
        """Forget files, and that their owners were rendered."""
        listed = [(uri,) for uri in uris]
        self._db.executemany("DELETE FROM owners WHERE owner = (SELECT owner FROM outputs WHERE uri = ?)", listed)
        self._db.executemany("DELETE FROM outputs WHERE uri = ?", listed)

    def count_files(self) -> int:
        """Return how many files the site has."""
        count: int = self._db.execute("SELECT count(*) FROM outputs").fetchone()[0]
        return count

    def count_outputs(self) -> tuple[int, int]:
        """Return how many files the site has, and how many of them are pages."""
        query = "SELECT count(*), coalesce(sum(uri LIKE '%.html'), 0) FROM outputs"
        files, pages = self._db.execute(query).fetchone()
        return files, pages

    def put_outputs(self, owner: str, key: str, outputs: Iterable[Output]) -> None:
        """Note what an owner's files are now; those that it no longer has are gone."""
        listed = list(outputs)
        before = {row[0] for row in self._db.execute("SELECT uri FROM outputs WHERE owner = ?", (owner,))}
        gone = before - {output.uri for output in listed}
        self._db.executemany("DELETE FROM outputs WHERE uri = ? AND owner = ?", [(uri, owner) for uri in gone])
        self._db.executemany("INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?, ?)", listed)
        self._db.execute("INSERT OR REPLACE INTO owners VALUES (?, ?)", (owner, key))
        self._db.executemany("INSERT OR REPLACE INTO gone VALUES (?)", [(uri,) for uri in gone])
        self._db.execute("DELETE FROM pending WHERE owner = ?", (owner,))

    def begin(self, owners: Iterable[str]) -> None:
        """Note that files of these owners are about to be written."""
        self._db.executemany("INSERT OR REPLACE INTO pending VALUES (?)", [(owner,) for owner in owners])

    def forget_pending(self) -> bool:
        """Forget the files of owners whose writing began and did not end; tell whether there were any."""
        found = [row[0] for row in self._db.execute("SELECT owner FROM pending")]
        for table in ("owners", "outputs", "pending"):
            self._db.executemany(f"DELETE FROM {table} WHERE owner = ?", [(owner,) for owner in found])  # noqa: S608
        return bool(found)

    def drop_owners(self, owners: Iterable[str]) -> None:
        """Forget owners: their files are gone."""
        for owner in owners:
            self.put_outputs(owner, "", ())
            self._db.execute("DELETE FROM owners WHERE owner = ?", (owner,))

    def gone(self) -> list[str]:
        """Return the uris of files that nothing has any more, and that may still be on the disk."""
        query = "SELECT uri FROM gone WHERE NOT EXISTS (SELECT 1 FROM outputs WHERE outputs.uri = gone.uri)"
        return [row[0] for row in self._db.execute(query)]

    def forget_gone(self) -> None:
        """Note that they have been deleted."""
        self._db.execute("DELETE FROM gone")

    def forget_outputs(self) -> None:
        """Forget everything that was published: what lies on the disk is not known any more."""
        for table in ("owners", "outputs", "pending", "gone"):
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608 - names of ours


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _failure(path: Path, error: sqlite3.Error) -> StoreError | DamagedStoreError:
    """Tell a file that is damaged from one that cannot be written."""
    if isinstance(error, sqlite3.OperationalError):
        return unwritable(path, error)
    return DamagedStoreError(f"{path}: {error}; it is a cache: delete it, then build again")


def unwritable(path: Path, error: Exception) -> StoreError:
    """Say that a store cannot be written, and what to do about it."""
    remedy = "make room on the disk, or delete the folder: a build makes it again"
    return StoreError(f"{path} cannot be written ({error}): {remedy}")


def _forget_old(path: Path) -> None:
    """Delete the stores that were used least recently, where there are many."""
    others = [other for other in path.parent.glob("*.sqlite3") if other != path]
    others.sort(key=lambda other: other.stat().st_mtime)
    for old in others[: max(0, len(others) - KEPT + 1)]:
        discard(old)


def discard(path: Path) -> None:
    """Delete a store."""
    for name in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        name.unlink(missing_ok=True)
