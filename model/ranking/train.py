#!/usr/bin/env python3
"""Learns the ranker from dumped feature rows and writes it as JSON.

  python3 model/ranking/train.py --train 'DIR/*.jsonl' --development PREFIX --report
  python3 model/ranking/train.py --train 'DIR/*.jsonl' --development PREFIX --mix 1 --out src/retrieval/rank/ranker.json

Needs numpy, scipy and lightgbm 4. See README.md beside this file.
"""
import argparse, collections, glob, json, re
import numpy as np
from scipy.optimize import minimize
import lightgbm as lgb

KINDS = ["symbol", "question", "change", "report"]
# Which kinds a kind learns from first, before its own queries pull it away.
POOL = {
    "symbol": ["symbol", "question"],
    "question": ["symbol", "question", "change"],
    "change": ["question", "change", "report"],
    "report": ["change", "report"],
}
DISCOUNT = 1 / np.log2(np.arange(2, 12))


# ---------------------------------------------------------------- data

def load(prefixes, negatives=None, seed=7):
    """Queries with their rows; with `negatives`, only so many wrong candidates of each are kept: the strongest by the present score."""
    features, queries, blocks, at = None, [], [], 0
    for prefix in prefixes:
        prefix = re.sub(r"\.jsonl$", "", prefix)
        with open(prefix + ".jsonl") as lines:
            names = json.loads(lines.readline())["features"]
            own = [json.loads(line) for line in lines]
        assert features is None or features == names, prefix
        features = names
        rows = np.fromfile(prefix + ".f32", dtype=np.float32).reshape(-1, len(names))
        start = 0
        for query in own:
            n = len(query["paths"])
            block = rows[start:start + n]
            start += n
            gold = {row[0]: row[1:] for row in query["goldRows"]}
            if negatives is not None:
                if not gold:
                    continue
                kept = [i for i in range(n) if i in gold] + [i for i in range(n) if i not in gold][:negatives]
                block = block[kept]
                gold = {kept.index(i): targets for i, targets in gold.items()}
                query["paths"] = [query["paths"][i] for i in kept]
                query["scores"] = [query["scores"][i] for i in kept]
                n = len(kept)
            query.update(n=n, at=at, gold_rows=gold)
            at += n
            blocks.append(block)
            queries.append(query)
        assert start == len(rows), prefix
    X = np.concatenate(blocks) if blocks else np.zeros((0, len(features or [])), np.float32)
    y = np.zeros(len(X), np.float32)
    for query in queries:
        for row in query["gold_rows"]:
            y[query["at"] + row] = 1
    return features, queries, X, y


def rows_of(queries):
    return np.concatenate([np.arange(q["at"], q["at"] + q["n"]) for q in queries])


# ---------------------------------------------------------------- measuring

def measure(query, scores):
    """NDCG@10, success@10, success@1 of one query."""
    n = query["n"]
    near = range(n) if n <= 16 else np.argpartition(-scores, 15)[:16]
    order = sorted(near, key=lambda i: (-scores[i], query["paths"][i]))[:10]
    found, gain, best = set(), 0.0, 0
    for rank, row in enumerate(order):
        fresh = [t for t in query["gold_rows"].get(int(row), []) if t not in found]
        if fresh:
            gain += DISCOUNT[rank]
            found.update(fresh)
            best = best or rank + 1
    return gain / DISCOUNT[: min(10, query["gold"])].sum(), float(best > 0), float(best == 1)


def evaluate(queries, scores, label):
    per = collections.defaultdict(lambda: collections.defaultdict(list))
    for query in queries:
        per[query["suite"]][query["repo"]].append(measure(query, scores[query["at"]:query["at"] + query["n"]]))
    parts = []
    for suite in sorted(per):
        repositories = np.array([np.mean(values, axis=0)[0] for values in per[suite].values()])
        every = np.concatenate([np.array(values) for values in per[suite].values()])
        parts.append(f"{suite} {repositories.mean():.4f} s@10 {every[:, 1].mean():.3f} s@1 {every[:, 2].mean():.3f}")
    print(f"{label:34s}", " | ".join(parts), flush=True)


# ---------------------------------------------------------------- weights

def fit_weights(queries, weight_of, X, y, start=None, l2=3e-4, iterations=80):
    """List-wise logistic regression: softmax over the candidates of a query, the right files as target."""
    queries = [q for q in queries if q["gold_rows"]]
    rows = rows_of(queries)
    A = X[rows].astype(np.float64)
    sizes = np.array([q["n"] for q in queries])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(queries)), sizes)
    target = y[rows] / np.add.reduceat(y[rows], starts)[owner]
    share = np.array([weight_of(q) for q in queries], dtype=np.float64)
    share /= share.sum()
    anchor = np.zeros(A.shape[1]) if start is None else start

    def loss(w):
        s = A @ w
        s -= np.maximum.reduceat(s, starts)[owner]
        e = np.exp(s)
        total = np.add.reduceat(e, starts)
        p = e / total[owner]
        value = -(share * np.add.reduceat(target * (s - np.log(total)[owner]), starts)).sum()
        gradient = A.T @ ((p - target) * share[owner])
        return value + 0.5 * l2 * ((w - anchor) ** 2).sum(), gradient + l2 * (w - anchor)

    return minimize(loss, anchor.copy(), jac=True, method="L-BFGS-B", options={"maxiter": iterations}).x


def fit_kind_weights(kind, queries, weight_of, X, y, l2=3e-4, l2_own=1e-3):
    pool = [q for q in queries if q["kind"] in POOL[kind]]
    shared = fit_weights(pool, lambda q: weight_of(q) * (1.0 if q["kind"] == kind else 0.5), X, y, l2=l2)
    return fit_weights([q for q in pool if q["kind"] == kind], weight_of, X, y, start=shared, l2=l2_own, iterations=40)


# ---------------------------------------------------------------- trees

def fit_trees(kind, queries, weight_of, X, y, base, features, rounds, leaves, rate, smallest, seed=1):
    """LambdaMART on top of the weighted sum `base`: trees learn only what it gets wrong."""
    pool = [q for q in queries if q["kind"] in POOL[kind] and q["gold_rows"]]
    rows = rows_of(pool)
    weight = np.concatenate([np.full(q["n"], weight_of(q) * (1.0 if q["kind"] == kind else 0.4)) for q in pool])
    data = lgb.Dataset(
        X[rows], label=y[rows], group=[q["n"] for q in pool], weight=weight, init_score=base[rows], feature_name=features
    )
    options = dict(
        objective="lambdarank", learning_rate=rate, num_leaves=leaves, min_data_in_leaf=smallest, label_gain=[0, 1],
        lambdarank_truncation_level=15, feature_fraction=0.6, bagging_fraction=0.7, bagging_freq=1, lambda_l2=10.0,
        max_bin=63, num_threads=1, verbosity=-1, deterministic=True, force_row_wise=True, seed=seed,
    )
    return lgb.train(options, data, num_boost_round=rounds)


def trees_of(booster, features):
    """Trees as nested arrays `[feature, threshold, value, left, right]`, values relative to the root."""
    def node(one, root):
        if "leaf_value" in one:
            return round(one["leaf_value"] - root, 5)
        value = one["internal_value"] - root
        return [
            features[one["split_feature"]], float(f"{one['threshold']:.6g}"), round(value, 5),
            node(one["left_child"], root), node(one["right_child"], root),
        ]

    trees = []
    for info in booster.dump_model()["tree_info"]:
        structure = info["tree_structure"]
        if "split_feature" in structure:
            trees.append(node(structure, structure["internal_value"]))
    return trees
