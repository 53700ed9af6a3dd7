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


# ---------------------------------------------------------------- all kinds together

LEARNED = ["question", "change", "report"]  # names alone keep the hand-set weights: they are right 99 times of 100


class Options:
    def __init__(self, arguments):
        self.shares = {key: float(value) for key, value in (pair.split("=") for pair in arguments.shares.split(","))}
        self.trees, self.leaves = arguments.trees, arguments.leaves
        self.rate, self.smallest = arguments.rate, arguments.smallest

    def weight_of(self, query):
        """How much a query counts; what is not named counts one."""
        return self.shares.get(query["suite"], 1.0)


def fit(kind, queries, X, y, features, options):
    weights = fit_kind_weights(kind, queries, options.weight_of, X, y)
    base = X @ weights.astype(np.float32)
    booster = fit_trees(
        kind, queries, options.weight_of, X, y, base, features, options.trees, options.leaves, options.rate, options.smallest
    )
    return weights, booster


def apply(model, X):
    weights, booster = model
    return X @ weights.astype(np.float32) + booster.predict(X, num_threads=1)


def columns(features, with_vectors):
    return [at for at, name in enumerate(features) if with_vectors or not name.startswith("vector")]


def scores_by(fit_one, queries, X, kinds=LEARNED):
    """Scores of every query by the model of its kind; kinds without one keep the present score."""
    scores = np.concatenate([np.array(q["scores"], dtype=np.float64) for q in queries])
    for kind in kinds:
        own = [q for q in queries if q["kind"] == kind]
        if own:
            rows = rows_of(own)
            scores[rows] = apply(fit_one(kind), X[rows])
    return scores


def family(query):
    return query.get("github") or query["repo"]


def cross_validate(train, development, judged, X, y, XJ, features, options, folds):
    """Scores of the judged queries, each by models that saw no query of its repository."""
    families = sorted({family(q) for q in judged})
    np.random.RandomState(5).shuffle(families)
    fold_of = {name: at % folds for at, name in enumerate(families)}
    scores = np.zeros(len(XJ))
    for fold in range(folds):
        known = train + [q for q in development if fold_of[family(q)] != fold]
        own = [q for q in judged if fold_of[family(q)] == fold]
        part = scores_by(lambda kind: fit(kind, known, X, y, features, options), relocate(own), XJ[rows_of(own)])
        scores[rows_of(own)] = part
    return scores


def relocate(queries):
    moved, at = [], 0
    for query in queries:
        moved.append({**query, "at": at})
        at += query["n"]
    return moved


def text_of(ranker):
    """JSON with one tree per line: readable, and small changes stay small."""
    lines = ["{", f'  "about": {json.dumps(ranker["about"], indent=2)},']
    sets = [name for name in ("withVectors", "withoutVectors") if name in ranker]
    for name in sets:
        lines.append(f'  "{name}": {{')
        for at, (kind, model) in enumerate(ranker[name].items()):
            lines.append(f'    "{kind}": {{\n      "weights": {json.dumps(model["weights"])},\n      "trees": [')
            lines.append(",\n".join("        " + json.dumps(tree, separators=(",", ":")) for tree in model["trees"]))
            lines.append("      ]\n    }" + ("," if at + 1 < len(ranker[name]) else ""))
        lines.append("  }" + ("," if name != sets[-1] else ""))
    return "\n".join(lines) + "\n}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", required=True, help="glob of dumps of training repositories, PREFIX.jsonl")
    parser.add_argument("--development", required=True, help="prefix of the dump of the labelled sets")
    parser.add_argument("--shares", default="docs=0.3,history=1,history-long=1")
    parser.add_argument("--trees", type=int, default=80)
    parser.add_argument("--leaves", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.06)
    parser.add_argument("--smallest", type=int, default=60)
    parser.add_argument("--negatives", type=int, default=60)
    parser.add_argument("--folds", type=int, default=0, help="judge the mix by leaving repositories of the labelled sets out")
    parser.add_argument("--train-only", action="store_true", help="judge a ranker that saw no labelled set")
    parser.add_argument("--only", choices=["with", "without"], help="one of the two sets")
    parser.add_argument("--out", help="learn from everything and write the ranker here")
    parser.add_argument("--note", default="", help="goes into the file: the embedding model, for instance")
    arguments = parser.parse_args()
    options = Options(arguments)
    features, judged, XJ, _ = load([arguments.development])
    _, development, XD, yD = load([arguments.development], arguments.negatives)
    files = sorted(glob.glob(arguments.train))
    same, train, XT, yT = load(files, arguments.negatives)
    assert same == features
    for query in train:
        query["at"] += len(XD)
    X, y = np.concatenate([XD, XT]), np.concatenate([yD, yT])
    counts = collections.Counter(q["suite"] for q in train + development)
    print(len(files), "training repositories;", dict(counts))
    evaluate(judged, np.concatenate([q["scores"] for q in judged]), "as dumped")
    ranker = {
        "about": {
            "what": "Ranking of files: per kind of query a weight for each feature, and trees [feature, threshold, value, left, right].",
            "how": "model/ranking/train.py: list-wise logistic regression, then LambdaMART on what it gets wrong (lightgbm " + lgb.__version__ + ").",
            "data": f"{len({q['repo'] for q in train})} training repositories (model/ranking/repositories.tsv) and the development half of three labelled sets; queries: "
            + ", ".join(f"{suite} {count}" for suite, count in sorted(counts.items())),
            "options": {name: getattr(arguments, name) for name in ("shares", "trees", "leaves", "rate", "smallest", "negatives")},
            "note": arguments.note,
        }
    }
    for name, with_vectors in (("withVectors", True), ("withoutVectors", False)):
        if arguments.only and (arguments.only == "with") != with_vectors:
            continue
        kept = columns(features, with_vectors)
        own, A, AJ = [features[at] for at in kept], X[:, kept], XJ[:, kept]
        if arguments.train_only:
            evaluate(judged, scores_by(lambda kind: fit(kind, train, A, y, own, options), judged, AJ), f"{name}, training repositories only")
        if arguments.folds:
            scores = cross_validate(train, development, judged, A, y, AJ, own, options, arguments.folds)
            evaluate(judged, scores, f"{name}, mix, left out")
        if arguments.out:
            models = {kind: fit(kind, train + development, A, y, own, options) for kind in LEARNED}
            evaluate(judged, scores_by(models.get, judged, AJ), f"{name}, mix, all")
            ranker[name] = {
                kind: {
                    "weights": {one: round(float(w), 3) for one, w in zip(own, weights) if round(float(w), 3) != 0},
                    "trees": trees_of(booster, own),
                }
                for kind, (weights, booster) in models.items()
            }
    if arguments.out:
        with open(arguments.out, "w") as out:
            out.write(text_of(ranker))


if __name__ == "__main__":
    main()
