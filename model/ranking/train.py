#!/usr/bin/env python3
"""Learns the ranker from dumped feature rows and writes it as JSON.

  python3 model/ranking/train.py words --train 'DIR/*.jsonl' --development PREFIX --state words.pickle
  python3 model/ranking/train.py vectors --state words.pickle --development 'PREFIX*.jsonl' --out src/retrieval/rank/ranker.json

Needs numpy, scipy and lightgbm 4. See README.md beside this file.
"""
import argparse, collections, glob, json, pickle, re
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


# ---------------------------------------------------------------- the two steps

LEARNED = ["question", "change", "report"]  # names alone keep the hand-set weights: they are right 99 times of 100
FOLDS = 3


# Set by hand in src/retrieval/channels/recency; see there why.
HAND_SET = ("recency", "recencyAsked")


def is_second(name):
    """Features that are weighed on top of the others, on the labelled sets alone: the first step does not see them."""
    return name.startswith("vector") or name == "centrality"


def is_first(name):
    return not is_second(name) and name not in HAND_SET


def family(query):
    return query.get("github") or query["repo"]


def fold_of(queries):
    """Which fold each repository is left out in; several trees of one repository go together."""
    families = sorted({family(q) for q in queries})
    np.random.RandomState(5).shuffle(families)
    return {name: at % FOLDS for at, name in enumerate(families)}


def fit_words(kind, queries, weight_of, X, y, features, options):
    weights = fit_kind_weights(kind, queries, weight_of, X, y)
    base = X @ weights.astype(np.float32)
    booster = fit_trees(
        kind, queries, weight_of, X, y, base, features, options.trees, options.leaves, options.rate, options.smallest
    )
    return {"weights": weights, "booster": booster.model_to_string()}


def apply_words(model, X, features):
    kept = [at for at, name in enumerate(features) if is_first(name)]
    booster = lgb.Booster(model_str=model["booster"])
    return X[:, kept] @ model["weights"] + booster.predict(X[:, kept], num_threads=1)


def scores_by(model_of, queries, X, features):
    """By the model of a query's kind and fold; kinds without one keep the present score."""
    scores = np.concatenate([np.array(q["scores"], dtype=np.float64) for q in queries])
    groups = collections.defaultdict(list)
    for query in queries:
        model = model_of(query)
        if model is not None:
            groups[id(model)].append((model, query))
    for group in groups.values():
        rows = rows_of([query for _, query in group])
        scores[rows] = apply_words(group[0][0], X[rows], features)
    return scores


def learn_words(options):
    """Features of words, paths and links: from training repositories and the labelled sets; three times without a third of the latter."""
    features, judged, XJ, _ = load([options.development])
    _, development, XD, yD = load([options.development], options.negatives)
    files = sorted(glob.glob(options.train))
    same, train, XT, yT = load(files, options.negatives)
    kept = [name for name in features if is_first(name)]
    assert kept == [name for name in same if is_first(name)]
    XD = XD[:, [features.index(name) for name in kept]]
    XT = XT[:, [same.index(name) for name in kept]]
    for query in train:
        query["at"] += len(XD)
    X, y = np.concatenate([XD, XT]), np.concatenate([yD, yT])
    shares = {key: float(value) for key, value in (pair.split("=") for pair in options.shares.split(","))}
    weight_of = lambda query: shares.get(query["suite"], 1.0)
    counts = collections.Counter(q["suite"] for q in train + development)
    print(len(files), "training repositories;", dict(counts), flush=True)
    evaluate(judged, np.concatenate([q["scores"] for q in judged]), "as dumped")
    fold = fold_of(judged)
    learn = lambda kind, queries: fit_words(kind, queries, weight_of, X, y, kept, options)
    state = {"fold": fold, "features": kept, "options": vars(options).copy(), "counts": dict(counts), "repositories": len(files)}
    if options.train_only:
        models = {kind: learn(kind, train) for kind in LEARNED}
        evaluate(judged, scores_by(lambda q: models.get(q["kind"]), judged, XJ, features), "words, training repositories only")
        state["trainOnly"] = models
    state["folds"] = []
    for at in range(FOLDS):
        known = train + [q for q in development if fold[family(q)] != at]
        state["folds"].append({kind: learn(kind, known) for kind in LEARNED})
    left_out = scores_by(lambda q: state["folds"][fold[family(q)]].get(q["kind"]), judged, XJ, features)
    evaluate(judged, left_out, "words, mix, repositories left out")
    state["all"] = {kind: learn(kind, train + development) for kind in LEARNED}
    evaluate(judged, scores_by(lambda q: state["all"].get(q["kind"]), judged, XJ, features), "words, mix, all")
    with open(options.state, "wb") as out:
        pickle.dump(state, out)


def learn_vectors(options):
    """
    Weights of vectors and of centrality on top of the rest. The embedding has seen the training repositories, and there it looks better than it is; so
    only the labelled sets and repositories that the embedding has not seen are used, scored by models that have not seen them.
    """
    with open(options.state, "rb") as file:
        state = pickle.load(file)
    features, queries, X, y = load(sorted(glob.glob(options.development)) + sorted(glob.glob(options.unseen or "")))
    fold = state["fold"]
    model_of = lambda q: (state["folds"][fold[family(q)]] if family(q) in fold else state["all"]).get(q["kind"])
    base = scores_by(model_of, queries, X, features)
    left_out = options.without.split(",")
    names = [name for name in features if is_second(name) and name not in left_out]
    factors = {key: float(value) for key, value in (pair.split("=") for pair in options.factors.split(","))}
    M = np.concatenate([base[:, None], X[:, [features.index(name) for name in names]]], axis=1)
    evaluate(queries, base, "without vectors, left out")

    def fit(kind, known):
        pool = [q for q in known if q["kind"] in POOL[kind]]
        w = fit_weights(pool, lambda q: 1.0 if q["kind"] == kind else 0.5, M, y, start=np.array([1.0] + [0.0] * len(names)), l2=options.l2)
        return w[1:] / w[0] * factors.get(kind, 1.0)

    judged = base.copy()
    for at in range(FOLDS):
        out = lambda q: fold.get(family(q), -1) == at
        for kind in LEARNED:
            rows = [q for q in queries if out(q) and q["kind"] == kind]
            if rows:
                rows = rows_of(rows)
                judged[rows] += M[rows, 1:] @ fit(kind, [q for q in queries if not out(q)])
    evaluate(queries, judged, "with vectors, left out")
    kinds = {}
    shipped = scores_by(lambda q: state["all"].get(q["kind"]), queries, X, features)
    for kind in LEARNED:
        added = fit(kind, queries)
        print(kind, dict(zip(names, added.round(2))))
        own = [q for q in queries if q["kind"] == kind]
        if own:
            shipped[rows_of(own)] += M[rows_of(own), 1:] @ added
        model = state["all"][kind]
        weights = list(zip(state["features"], model["weights"])) + list(zip(names, added))
        kinds[kind] = {
            "weights": {name: round(float(w), 3) for name, w in weights if round(float(w), 3) != 0},
            "trees": trees_of(lgb.Booster(model_str=model["booster"]), state["features"]),
        }
    evaluate(queries, shipped, "with vectors, all")
    if options.out:
        told = ("shares", "trees", "leaves", "rate", "smallest", "negatives")
        about = {
            "what": "Ranking of files: per kind of query a weight for each feature, and trees [feature, threshold, value, left, right].",
            "how": f"model/ranking/train.py: list-wise logistic regression, then LambdaMART on what it gets wrong (lightgbm {lgb.__version__}); weights of vectors on top.",
            "data": f"{state['repositories']} training repositories (model/ranking/repositories.tsv) and the development half of three labelled sets; queries: "
            + ", ".join(f"{suite} {count}" for suite, count in sorted(state["counts"].items())),
            "options": {**{name: state["options"][name] for name in told}, "l2": options.l2, "factors": options.factors},
            "note": options.note,
        }
        with open(options.out, "w") as out:
            out.write(text_of(about, kinds))


def text_of(about, kinds):
    """JSON with one tree per line: readable, and small changes stay small."""
    lines = ["{", f'  "about": {json.dumps(about)},', '  "kinds": {']
    for at, (kind, model) in enumerate(kinds.items()):
        lines.append(f'    "{kind}": {{\n      "weights": {json.dumps(model["weights"])},\n      "trees": [')
        lines.append(",\n".join("        " + json.dumps(tree, separators=(",", ":")) for tree in model["trees"]))
        lines.append("      ]\n    }" + ("," if at + 1 < len(kinds) else ""))
    return "\n".join(lines) + "\n  }\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    words = steps.add_parser("words")
    words.add_argument("--train", required=True, help="glob of dumps of training repositories, PREFIX.jsonl")
    words.add_argument("--development", required=True, help="prefix of the dump of the labelled sets")
    words.add_argument("--shares", default="docs=0.3,history=0.5,history-long=0.4", help="how much a query of a suite counts")
    words.add_argument("--trees", type=int, default=80)
    words.add_argument("--leaves", type=int, default=8)
    words.add_argument("--rate", type=float, default=0.06)
    words.add_argument("--smallest", type=int, default=60, help="rows in a leaf")
    words.add_argument("--negatives", type=int, default=40, help="wrong files kept per query")
    words.add_argument("--train-only", action="store_true", help="judge models that saw no labelled set, too")
    words.add_argument("--state", required=True, help="what was learned, for the second step")
    vectors = steps.add_parser("vectors")
    vectors.add_argument("--state", required=True)
    vectors.add_argument("--development", required=True, help="glob of dumps of the labelled sets, with vectors")
    vectors.add_argument("--unseen", help="glob of dumps of repositories that the embedding has not seen")
    vectors.add_argument("--l2", type=float, default=0.05)
    vectors.add_argument("--factors", default="question=1.5,report=0", help="what the learned weights of a kind are multiplied by")
    vectors.add_argument("--without", default="", help="features to leave out, for ablations")
    vectors.add_argument("--note", default="", help="goes into the file: the embedding model, for instance")
    vectors.add_argument("--out", help="the ranker's file")
    options = parser.parse_args()
    (learn_words if options.step == "words" else learn_vectors)(options)


if __name__ == "__main__":
    main()
