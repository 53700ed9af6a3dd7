"""Bags of terms as the data scripts write them, and how a bag becomes rows of the embedding.

A bag's vector is the normalised sum, over its terms, of E[term] times the sum over fields of
field weight * (1 + log count). A term outside the vocabulary is its hash row, and, where known
sub-words cover most of it, also the mean of their rows.
"""
import json
import os

import numpy as np

FIELDS = ["body", "name", "type", "doc", "header"]
KINDS = ["doc", "name", "commit", "readme", "test", "error", "path", "header", "comment"]
MIN_PIECE, MAX_PIECE, MIN_COVER = 3, 20, 0.7


class Dump:
    """One tree's terms, bags and pairs."""

    def __init__(self, prefix):
        with open(prefix + ".terms", encoding="utf-8", newline="\n") as file:
            self.terms = file.read().split("\n")
        self.entries = np.fromfile(prefix + ".bags", dtype="<u4").reshape(-1, 2)
        self.offsets = np.fromfile(prefix + ".offsets", dtype="<u4").astype(np.int64)
        self.pairs = np.fromfile(prefix + ".pairs", dtype="<u4").reshape(-1, 4)
        with open(prefix + ".json", encoding="utf-8") as file:
            self.about = json.load(file)


def dump_prefixes(folder):
    return sorted(os.path.join(folder, name[:-5]) for name in os.listdir(folder)
                  if name.endswith(".json") and not name.endswith(".tree.json"))


def fnv1a(data):
    value = 0x811C9DC5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


class Vocabulary:
    """Terms sorted by their UTF-8 bytes are rows 0..n-1; `hash_rows` shared rows follow."""

    def __init__(self, terms, hash_rows, hash_weight=1.0, subword_weight=1.0):
        self.terms = sorted(terms, key=lambda term: term.encode("utf-8"))
        self.row = {term: at for at, term in enumerate(self.terms)}
        self.hash_rows = hash_rows
        self.hash_weight = hash_weight
        self.subword_weight = subword_weight
        self.memo = {}

    @property
    def rows(self):
        return len(self.terms) + self.hash_rows

    def pieces(self, term):
        """Greedy longest match from the left over UTF-16-free code points; characters without a match are skipped."""
        found, covered, at = [], 0, 0
        while at + MIN_PIECE <= len(term):
            for length in range(min(MAX_PIECE, len(term) - at), MIN_PIECE - 1, -1):
                row = self.row.get(term[at:at + length])
                if row is not None:
                    found.append(row)
                    covered += length
                    at += length
                    break
            else:
                at += 1
        return found if covered >= MIN_COVER * len(term) else []

    def resolve(self, term):
        """[(row, weight)] of a term."""
        row = self.row.get(term)
        if row is not None:
            return [(row, 1.0)]
        known = self.memo.get(term)
        if known is None:
            known = []
            if self.hash_weight:
                known.append((len(self.terms) + fnv1a(term.encode("utf-8")) % self.hash_rows, self.hash_weight))
            if self.subword_weight:
                pieces = self.pieces(term)
                known += [(piece, self.subword_weight / len(pieces)) for piece in pieces]
            if len(self.memo) > 3_000_000:
                self.memo.clear()
            self.memo[term] = known
        return known

    def expand(self, dump, *more):
        """A dump's bags over rows: offsets, rows, weights of the row, packed field and count, then `more` alike."""
        resolved = [self.resolve(term) for term in dump.terms]
        sizes = np.array([len(one) for one in resolved], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        flat_rows = np.array([row for one in resolved for row, _ in one], dtype=np.int32)
        flat_weights = np.array([weight for one in resolved for _, weight in one], dtype=np.float32)
        term = dump.entries[:, 0].astype(np.int64)
        repeat = sizes[term]
        total = int(repeat.sum())
        ends = np.cumsum(repeat)
        at = np.arange(total) - np.repeat(ends - repeat, repeat) + np.repeat(starts[term], repeat)
        packed = [np.repeat(one, repeat).astype(np.uint16) for one in (dump.entries[:, 1], *more)]
        offsets = np.concatenate([[0], ends])[dump.offsets]
        return offsets, flat_rows[at], flat_weights[at], *packed
