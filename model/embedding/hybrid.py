"""What the embedding adds to lexical search: score of the lexical ranking + weight x score of the embedding.

  python3 hybrid.py --model clew-embedding.bin --dumps DIR --lexical ROWS.jsonl [--weights 0,1,2,4,8]

ROWS.jsonl: one {repo, query, paths, scores} per question, as model/ranking/dump-features.mjs writes them.
"""
import argparse
import json

import numpy as np

from bags import Vocabulary, dump_prefixes
from evaluate import Tree, default_options, ndcg
from model_file import read_model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--dumps", required=True)
    parser.add_argument("--lexical", required=True)
    parser.add_argument("--weights", default="0,1,2,4,8,16")
    options = parser.parse_args()
    header, terms, embedding = read_model(options.model)
    vocabulary = Vocabulary(terms, header["hashRows"], header["hashWeight"], header["subwordWeight"])
    fields = np.array([header["fieldWeights"][name] for name in ("body", "name", "type", "doc", "header")] + [1, 1],
                      dtype=np.float32)
    lexical = {}
    with open(options.lexical, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if "query" in row:
                lexical[row["repo"], row["query"]] = dict(zip(row["paths"], row["scores"]))
    settings = default_options()
    settings.count_form = header["countForm"]
    weights = [float(weight) for weight in options.weights.split(",")]
    totals = {weight: [] for weight in weights}
    for prefix in dump_prefixes(options.dumps):
        tree = Tree(prefix, vocabulary)
        learned = tree.scores(embedding, fields, settings)
        paths = [one["path"] for one in tree.files]
        values = {weight: [] for weight in weights}
        for at, query in enumerate(tree.queries):
            known = lexical.get((tree.name, query["query"]))
            if known is None:
                continue
            least = min(known.values(), default=0.0)
            base = np.array([known.get(path, least) for path in paths])
            for weight in weights:
                order = np.argsort(-(base + weight * learned[at]), kind="stable").tolist()
                values[weight].append(ndcg(order, tree.gold[at]))
        for weight in weights:
            if values[weight]:
                totals[weight].append(float(np.mean(values[weight])))
    for weight in weights:
        print(f"weight {weight:g} ndcg {np.mean(totals[weight]):.4f} over {len(totals[weight])} repositories")


if __name__ == "__main__":
    main()
