"""How well an embedding alone finds the labelled files: NDCG@10, macro over repositories.

  python3 evaluate.py --model clew-embedding.bin --dumps DIR [--dims 256] [--path 0.5] [--top3 0.2] [--json OUT]
"""
import argparse
import json
import os

import numpy as np
import scipy.sparse as sparse

from bags import Dump, Vocabulary, dump_prefixes
from model_file import read_model


def matrix(offsets, rows, weights, packed, field_weights, width, count_form="log"):
    """Bags x rows, sparse; `field_weights` covers the five fields, question and path."""
    counts = (packed & 4095).astype(np.float32)
    shaped = shape_counts(counts, count_form)
    values = weights * field_weights[packed >> 12] * shaped
    return sparse.csr_matrix((values.astype(np.float32), rows, offsets), shape=(len(offsets) - 1, width))


def shape_counts(counts, form):
    if form == "log":
        return 1 + np.log(counts)
    if form == "one":
        return np.ones_like(counts)
    if form == "sqrt":
        return np.sqrt(counts)
    scale = float(form)  # saturating: count * (1 + scale) / (count + scale)
    return counts * (1 + scale) / (counts + scale)


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


class Tree:
    def __init__(self, prefix, vocabulary):
        dump = Dump(prefix)
        self.expanded = vocabulary.expand(dump)
        with open(prefix + ".tree.json", encoding="utf-8") as file:
            tree = json.load(file)
        self.name, self.language = tree["name"], tree["language"]
        self.all_files, self.queries = tree["files"], tree["queries"]
        self.files = [one for one in self.all_files if one["role"] == "code" and one["chunks"] > 0]
        self.chunk_bags = np.concatenate([np.arange(one["first"], one["first"] + one["chunks"]) for one in self.files])
        self.starts = np.concatenate([[0], np.cumsum([one["chunks"] for one in self.files])])
        self.path_bags = np.array([one["bag"] for one in self.files])
        self.query_bags = np.array([one["bag"] for one in self.queries], dtype=np.int64)
        self.tests = np.array([one["test"] for one in self.files])
        self.gold = [[[at for at, one in enumerate(self.files) if matches(one["path"], target)]
                      for target in query["targets"]] for query in self.queries]

    def scores(self, embedding, field_weights, options):
        bags = matrix(*self.expanded, field_weights, embedding.shape[0], options.count_form)
        if not len(self.query_bags):
            return np.zeros((0, len(self.files)))
        questions = unit(bags[self.query_bags] @ embedding)
        chunks = unit(bags[self.chunk_bags] @ embedding)
        similar = questions @ chunks.T
        scores = np.maximum.reduceat(similar, self.starts[:-1], axis=1)
        if options.top3:
            mean = np.empty_like(scores)
            for at, (start, end) in enumerate(zip(self.starts[:-1], self.starts[1:])):
                part = similar[:, start:end]
                if end - start > 3:
                    part = -np.partition(-part, 2, axis=1)[:, :3]
                mean[:, at] = part.mean(axis=1)
            scores = scores + options.top3 * mean
        if options.path:
            scores = scores + options.path * (questions @ unit(bags[self.path_bags] @ embedding).T)
        if options.test_penalty:
            scores = scores - options.test_penalty * self.tests
        return scores


def matches(path, target):
    return path == target or path.endswith("/" + target) or target.endswith("/" + path)


def ndcg(order, gold):
    """Each target takes the rank of the first file that matches it; two at one rank fill one slot."""
    position = {file: rank for rank, file in enumerate(order[:10])}
    ranks = {min((position[one] for one in files if one in position), default=None) for files in gold} - {None}
    ideal = sum(1 / np.log2(rank + 2) for rank in range(min(10, len(gold))))
    return sum(1 / np.log2(rank + 2) for rank in ranks) / ideal if ideal else 0.0


def evaluate(trees, embedding, field_weights, options):
    by_tree, by_category, by_language = {}, {}, {}
    for tree in trees:
        scores = tree.scores(embedding, field_weights, options)
        values = []
        for at, query in enumerate(tree.queries):
            order = np.argsort(-scores[at], kind="stable").tolist()
            value = ndcg(order, tree.gold[at])
            values.append(value)
            by_category.setdefault(query["category"], []).append(value)
        if values:
            by_tree[tree.name] = float(np.mean(values))
            by_language.setdefault(tree.language, []).append(by_tree[tree.name])
    return {"macro": float(np.mean(list(by_tree.values()))),
            "categories": {key: round(float(np.mean(value)), 4) for key, value in sorted(by_category.items())},
            "languages": {key: round(float(np.mean(value)), 4) for key, value in sorted(by_language.items())},
            "repositories": {key: round(value, 4) for key, value in sorted(by_tree.items())}}


def default_options():
    return argparse.Namespace(path=0.5, top3=0.2, test_penalty=0.0, count_form="log")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--dumps", required=True)
    parser.add_argument("--dims", type=int, default=0)
    parser.add_argument("--path", type=float, default=0.5)
    parser.add_argument("--top3", type=float, default=0.2)
    parser.add_argument("--test-penalty", type=float, default=0.0)
    parser.add_argument("--count-form", default=None)
    parser.add_argument("--json")
    options = parser.parse_args()
    header, terms, embedding = read_model(options.model)
    options.count_form = options.count_form or header["countForm"]
    vocabulary = Vocabulary(terms, header["hashRows"], header["hashWeight"], header["subwordWeight"])
    weights = np.array([header["fieldWeights"][name] for name in ("body", "name", "type", "doc", "header")] + [1, 1],
                       dtype=np.float32)
    trees = [Tree(prefix, vocabulary) for prefix in dump_prefixes(options.dumps)]
    result = evaluate(trees, embedding[:, :options.dims or None], weights, options)
    print(os.path.basename(options.dumps), json.dumps({key: result[key] for key in ("macro", "categories", "languages")}))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()
