"""Pairs of all repositories -> one vocabulary and flat arrays for training.

  python3 prepare.py --pairs DIR --out DIR [--vocabulary 38000] [--hash-rows 2048] [--chunks 1500]
"""
import argparse
import json
import os
import re

import numpy as np

from bags import FIELDS, KINDS, Dump, Vocabulary, dump_prefixes

CAP_PER_TREE = 60


def choose_terms(prefixes, size):
    """By the number of bags a term is in, at most CAP_PER_TREE of one repository, in at least three repositories."""
    score, trees = {}, {}
    for prefix in prefixes:
        dump = Dump(prefix)
        counts = np.bincount(dump.entries[:, 0], minlength=len(dump.terms))
        for term, count in zip(dump.terms, counts.tolist()):
            score[term] = score.get(term, 0) + min(count, CAP_PER_TREE)
            trees[term] = trees.get(term, 0) + 1
    usable = [term for term in score if trees[term] >= 3 and len(term) <= 32 and "\n" not in term
              and not re.fullmatch(r"\d{5,}|[0-9a-f]{12,}|\d+[a-f][0-9a-f]*", term)]
    usable.sort(key=lambda term: (-score[term], term))
    return usable[:size]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--vocabulary", type=int, default=38000)
    parser.add_argument("--hash-rows", type=int, default=2048)
    parser.add_argument("--hash-weight", type=float, default=1.0)
    parser.add_argument("--subword-weight", type=float, default=1.0)
    parser.add_argument("--chunks", type=int, default=1500, help="chunks per repository for the co-occurrence start")
    options = parser.parse_args()
    prefixes = dump_prefixes(options.pairs)
    vocabulary = Vocabulary(choose_terms(prefixes, options.vocabulary), options.hash_rows,
                            options.hash_weight, options.subword_weight)
    os.makedirs(options.out, exist_ok=True)
    parts = {"rows": [], "weights": [], "packed": [], "bare": [], "sizes": [], "pairs": [], "cooc": []}
    bags_before = 0
    seen = set()
    manifest = []
    for tree, prefix in enumerate(prefixes):
        dump = Dump(prefix)
        bare = without_comments(dump)
        offsets, rows, weights, packed, bare = vocabulary.expand(dump, bare)
        pairs = dump.pairs.astype(np.int64)
        pairs = pairs[distinct(pairs, offsets, rows, seen)] if len(pairs) else pairs
        # Bags in a pair, and a sample of other chunks.
        used = np.zeros(len(offsets) - 1, dtype=bool)
        used[pairs[:, 1]] = True
        used[pairs[:, 2]] = True
        is_chunk = np.zeros(len(used), dtype=bool)
        fields = packed >> 12
        sizes = np.diff(offsets)
        nonempty = sizes > 0
        is_chunk[nonempty] = fields[offsets[:-1][nonempty]] < 5
        chunk_numbers = np.flatnonzero(is_chunk & (sizes >= 8))
        sample = np.random.default_rng(tree).permutation(chunk_numbers)[:options.chunks]
        used[sample] = True
        new_number = np.cumsum(used) - 1 + bags_before
        keep = np.repeat(used, sizes)
        for name, array in (("rows", rows), ("weights", weights.astype(np.float16)), ("packed", packed),
                            ("bare", bare)):
            parts[name].append(array[keep])
        parts["sizes"].append(sizes[used])
        parts["cooc"].append(new_number[sample])
        parts["pairs"].append(np.stack([pairs[:, 0], new_number[pairs[:, 1]], new_number[pairs[:, 2]],
                                        np.full(len(pairs), tree)], axis=1).astype(np.int32))
        bags_before += int(used.sum())
        counts = np.bincount(pairs[:, 0], minlength=len(KINDS))
        manifest.append({**{key: dump.about.get(key) for key in ("repository", "commit", "language", "licence")},
                         "pairs": {kind: int(count) for kind, count in zip(KINDS, counts)}})
    arrays = {name: np.concatenate(part) for name, part in parts.items()}
    arrays["offsets"] = np.concatenate([[0], np.cumsum(arrays.pop("sizes"))])
    for name, array in arrays.items():
        np.save(os.path.join(options.out, name + ".npy"), array)
    with open(os.path.join(options.out, "vocabulary.json"), "w", encoding="utf-8") as file:
        json.dump({"terms": vocabulary.terms, "hashRows": options.hash_rows, "hashWeight": options.hash_weight,
                   "subwordWeight": options.subword_weight}, file)
    with open(os.path.join(options.out, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1)
    totals = np.bincount(arrays["pairs"][:, 0], minlength=len(KINDS))
    print("repositories", len(prefixes), "bags", bags_before, "entries", len(arrays["rows"]),
          "pairs", len(arrays["pairs"]), dict(zip(KINDS, totals.tolist())))
    print("entries out of vocabulary", float(np.mean(arrays["rows"] >= len(vocabulary.terms))))


def without_comments(dump):
    """Field and count of every entry when comments are taken out: body less doc, and no doc."""
    bags = np.repeat(np.arange(len(dump.offsets) - 1), np.diff(dump.offsets))
    field = dump.entries[:, 1] >> 12
    count = (dump.entries[:, 1] & 4095).astype(np.int64)
    key = bags * len(dump.terms) + dump.entries[:, 0]
    is_doc = field == FIELDS.index("doc")
    is_body = np.flatnonzero(field == FIELDS.index("body"))
    doc_keys, doc_counts = key[is_doc], count[is_doc]
    left = np.where(is_doc, 0, count)
    if len(doc_keys):
        order = np.argsort(doc_keys)
        doc_keys, doc_counts = doc_keys[order], doc_counts[order]
        at = np.minimum(np.searchsorted(doc_keys, key[is_body]), len(doc_keys) - 1)
        left[is_body] -= np.where(doc_keys[at] == key[is_body], doc_counts[at], 0)
    return (field.astype(np.int64) << 12 | np.maximum(left, 0)).astype(np.uint16)


def distinct(pairs, offsets, rows, seen):
    """Pairs not met before, in this repository or another: the same rows asked of the same rows."""
    keep = np.zeros(len(pairs), dtype=bool)
    digest = {}

    def key(bag):
        known = digest.get(bag)
        if known is None:
            known = digest[bag] = hash(np.sort(rows[offsets[bag]:offsets[bag + 1]]).tobytes())
        return known

    for at, (kind, query, document, _) in enumerate(pairs.tolist()):
        size = offsets[query + 1] - offsets[query]
        if size < 1 or offsets[document + 1] == offsets[document]:
            continue
        pair = hash((kind, key(query), key(document)))
        if pair not in seen:
            seen.add(pair)
            keep[at] = True
    return keep


if __name__ == "__main__":
    main()
