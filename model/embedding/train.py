"""Contrastive training of the embedding.

  python3 train.py --data DIR --out MODEL.bin [--eval DUMPS] [--epochs 2] [--seed 1] ...

Batches are blocks of pairs of one repository each, so most negatives of a question are code of its own repository.
"""
import argparse
import json
import os
import time

import numpy as np
import scipy.sparse as sparse
import torch
import torch.nn.functional as F

from bags import FIELDS, KINDS, Vocabulary, dump_prefixes
from evaluate import Tree, default_options, evaluate, shape_counts, unit
from model_file import write_model

NESTED = [64, 128, 256]
# While training; the shipped ones were chosen afterwards on the development half.
FIELD_WEIGHTS = {"body": 1.0, "name": 1.5, "type": 1.0, "doc": 0.5, "header": 0.5}
SHIPPED_FIELD_WEIGHTS = {"body": 1.0, "name": 2.5, "type": 1.5, "doc": 0.5, "header": 0.5}
STRIPS_COMMENTS = [KINDS.index(kind) for kind in ("doc", "header", "comment")]
STRIPS_QUESTION = [KINDS.index(kind) for kind in ("name", "error")]


AVERAGED_FROM = 0.5
# Every third chunk of the sample is enough for the co-occurrence start.
SVD_EVERY = 3


def read_arguments(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--eval", default=None, help="dumps of a labelled suite, scored now and then")
    parser.add_argument("--dims", type=int, default=256)
    parser.add_argument("--epochs", type=float, default=1)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--block", type=int, default=128, help="pairs of one repository in a batch")
    parser.add_argument("--temperature", type=float, default=0.1)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--caution", type=float, default=1e-6, help="gradient size below which a row moves less")
    parser.add_argument("--query-drop", type=float, default=0.0, help="share of a question's terms that are left out")
    parser.add_argument("--svd", type=float, default=1.0, help="share of the co-occurrence start")
    parser.add_argument("--random", type=float, default=1.0, help="share of the random start")
    parser.add_argument("--idf-power", type=float, default=0.8)
    parser.add_argument("--norm-power", type=float, default=0.75, help="flattens (< 1) the lengths of rows in the end")
    parser.add_argument("--strip", type=float, default=0.7, help="how often a document loses what the question repeats")
    parser.add_argument("--reverse", type=float, default=0.3, help="weight of document-to-question loss")
    parser.add_argument("--count-form", default="log")
    parser.add_argument("--drop-kinds", default="")
    parser.add_argument("--kind-shares", default="name=0.5,commit=2", help="name=0.5,commit=2: how often pairs of a kind are used per epoch")
    parser.add_argument("--share", type=float, default=1.0, help="share of the pairs to use")
    parser.add_argument("--max-entries", type=int, default=160)
    parser.add_argument("--eval-every", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="more threads cost five times the CPU here")
    return parser.parse_args(arguments)


class Data:
    def __init__(self, folder):
        load = lambda name: np.load(os.path.join(folder, name + ".npy"))
        self.offsets, self.rows, self.pairs, self.cooc = load("offsets"), load("rows"), load("pairs"), load("cooc")
        self.weights, self.packed, self.bare = load("weights"), load("packed"), load("bare")
        with open(os.path.join(folder, "vocabulary.json"), encoding="utf-8") as file:
            known = json.load(file)
        self.vocabulary = Vocabulary(known["terms"], known["hashRows"], known["hashWeight"], known["subwordWeight"])

    def gather(self, bags):
        """Entries of the bags one after another: where each bag starts, entry numbers, bag position of each entry."""
        starts = self.offsets[bags]
        sizes = self.offsets[bags + 1] - starts
        ends = np.cumsum(sizes)
        owner = np.repeat(np.arange(len(bags)), sizes)
        entries = np.arange(ends[-1]) + np.repeat(starts - (ends - sizes), sizes)
        return sizes, entries, owner


def document_frequency(data, bags):
    _, entries, owner = data.gather(bags)
    keys = np.unique(owner.astype(np.int64) * data.vocabulary.rows + data.rows[entries])
    return np.bincount(keys % data.vocabulary.rows, minlength=data.vocabulary.rows)


def start(data, options, field_weights):
    """idf * unit(svd * co-occurrence + random * noise): shared topics, and yet every term itself."""
    rng = np.random.default_rng(options.seed)
    rows = data.vocabulary.rows
    frequency = document_frequency(data, data.cooc)
    idf = np.log((len(data.cooc) + 1) / (frequency + 1)).astype(np.float32)
    known = len(data.vocabulary.terms)
    idf[known:] = np.log((len(data.cooc) + 1) / 3) * 0.7
    embedding = options.random * unit(rng.standard_normal((rows, options.dims), dtype=np.float32))
    if options.svd:
        sample = data.cooc[::SVD_EVERY]
        _, entries, owner = data.gather(sample)
        values = (data.weights[entries].astype(np.float32) * field_weights[data.packed[entries] >> 12]
                  * shape_counts((data.packed[entries] & 4095).astype(np.float32), options.count_form) * idf[data.rows[entries]])
        chunks = sparse.csr_matrix((values, (owner, data.rows[entries])), shape=(len(sample), rows))
        norms = np.sqrt(np.asarray(chunks.multiply(chunks).sum(axis=1))).ravel()
        chunks = sparse.diags((1 / np.maximum(norms, 1e-9)).astype(np.float32)) @ chunks
        chunks = chunks.astype(np.float32).tocsr()
        sketch = chunks.T.tocsr() @ rng.standard_normal((chunks.shape[0], options.dims + 32), dtype=np.float32)
        turned = chunks.T.tocsr()
        for _ in range(2):
            sketch, _ = np.linalg.qr(sketch)
            sketch = turned @ (chunks @ sketch)
        basis, _ = np.linalg.qr(sketch)
        _, sizes, right = np.linalg.svd(chunks @ basis, full_matrices=False)
        topics = (basis @ right.T)[:, :options.dims] * np.sqrt(sizes[:options.dims])
        topics[known:] = 0
        embedding += options.svd * unit(topics.astype(np.float32))
    return idf[:, None] ** options.idf_power * unit(embedding)


def batches(data, options, rng):
    """Numbers of pairs, batch by batch; a pair is used once per epoch, or as often as its kind is asked for."""
    pairs = data.pairs
    keep = ~np.isin(pairs[:, 0], [KINDS.index(kind) for kind in options.drop_kinds.split(",") if kind])
    if options.share < 1:
        keep &= rng.random(len(pairs)) < options.share
    times = np.ones(len(KINDS))
    for part in filter(None, options.kind_shares.split(",")):
        times[KINDS.index(part.split("=")[0])] = float(part.split("=")[1])
    wanted = times[pairs[:, 0]] * keep
    numbers = np.repeat(np.arange(len(pairs)), np.floor(wanted + rng.random(len(pairs))).astype(np.int64))
    numbers = numbers[rng.permutation(len(numbers))]
    numbers = numbers[np.argsort(pairs[numbers, 3], kind="stable")]
    trees = pairs[numbers, 3]
    blocks = []
    for part in np.split(numbers, np.flatnonzero(np.diff(trees)) + 1):
        for at in range(0, len(part), options.block):
            if len(part) - at >= min(16, options.block):
                blocks.append(part[at:at + options.block])
    order = rng.permutation(len(blocks))
    batch, size = [], 0
    for at in order:
        batch.append(blocks[at])
        size += len(blocks[at])
        if size >= options.batch:
            yield np.concatenate(batch)
            batch, size = [], 0


def weigh(data, options, numbers, field_weights, rng):
    """Bags of a batch, questions first: rows, offsets and weights for one embedding-bag call."""
    kind, question, document, _ = data.pairs[numbers].T
    count = len(numbers)
    bags = np.concatenate([question, document]).astype(np.int64)
    sizes, entries, owner = data.gather(bags)
    is_document = owner >= count
    strips = rng.random(count) < options.strip
    bare = np.concatenate([np.zeros(count, bool), strips & np.isin(kind, STRIPS_COMMENTS)])
    packed = np.where(bare[owner], data.bare[entries], data.packed[entries])
    counts = (packed & 4095).astype(np.float32)
    values = (data.weights[entries].astype(np.float32) * field_weights[packed >> 12]
              * shape_counts(np.maximum(counts, 1), options.count_form))
    values[counts == 0] = 0
    rows = data.rows[entries].astype(np.int64)
    removes = np.concatenate([np.zeros(count, bool), strips & np.isin(kind, STRIPS_QUESTION)])[owner]
    if removes.any():
        width = data.vocabulary.rows
        asked = owner[~is_document] * width + rows[~is_document]
        at = np.flatnonzero(removes)
        values[at[np.isin((owner[at] - count) * width + rows[at], asked)]] = 0
    keep = (values != 0) & (rng.random(len(values)) < (options.max_entries / np.maximum(sizes, 1))[owner])
    if options.query_drop:
        keep &= is_document | (rng.random(len(values)) >= options.query_drop)
    kept = np.bincount(owner[keep], minlength=len(bags))
    offsets = np.concatenate([[0], np.cumsum(kept)[:-1]])
    return torch.from_numpy(rows[keep]), torch.from_numpy(offsets), torch.from_numpy(values[keep].astype(np.float32))


def loss_of(vectors, same, options):
    """InfoNCE over nested prefixes; pairs that share a question or a document are no negatives of each other."""
    count = len(vectors) // 2
    target = torch.arange(count)
    total, weight_sum = 0.0, 0.0
    for dims in NESTED:
        if dims > options.dims:
            continue
        weight = 1.0 if dims == options.dims else 0.4
        part = F.normalize(vectors[:, :dims], dim=1, eps=1e-6)
        logits = part[:count] @ part[count:].T / options.temperature
        logits = logits.masked_fill(same, -1e4)
        total = total + weight * F.cross_entropy(logits, target)
        if options.reverse:
            total = total + weight * options.reverse * F.cross_entropy(logits.T, target)
        weight_sum += weight
    return total / weight_sum


def train(data, options, trees=()):
    """The trained matrix. Scores the suite in `trees` now and then."""
    rng = np.random.default_rng(options.seed)
    field_weights = np.array([FIELD_WEIGHTS[name] for name in FIELDS] + [1, 1], dtype=np.float32)
    settings = default_options()
    settings.count_form = options.count_form

    def report(step, loss, matrix):
        if not trees:
            return
        line = {dims: round(evaluate(trees, matrix.numpy()[:, :dims], field_weights, settings)["macro"], 4)
                for dims in ({64, options.dims} if step else {options.dims})}
        print(f"step {step} loss {loss:.4f} ndcg {line} {time.process_time():.0f} s CPU", flush=True)

    embedding = torch.from_numpy(start(data, options, field_weights))
    report(0, float("nan"), embedding)
    history = torch.full((len(embedding), 1), options.caution ** 2)
    base = embedding.norm(dim=1).mean().item()
    planned = int(len(data.pairs) * options.share / (options.batch + options.block / 2) * options.epochs)
    mean, averaged = torch.zeros_like(embedding), 0
    step, running = 0, 0.0
    while step < planned:
        for numbers in batches(data, options, rng):
            rows, offsets, values = weigh(data, options, numbers, field_weights, rng)
            pairs = torch.from_numpy(data.pairs[numbers].astype(np.int64))
            same = (pairs[:, 1, None] == pairs[None, :, 1]) | (pairs[:, 2, None] == pairs[None, :, 2])
            same.fill_diagonal_(False)
            weight = embedding.requires_grad_(True)
            vectors = F.embedding_bag(rows, weight, offsets, mode="sum", per_sample_weights=values)
            loss = loss_of(vectors, same, options)
            loss.backward()
            with torch.no_grad():
                gradient = weight.grad
                embedding = weight.detach()
                history += gradient.square().mean(dim=1, keepdim=True)
                rate = options.rate * base * min(1, (step + 1) / 50) * (1 - 0.9 * step / planned)
                embedding -= rate * gradient / history.sqrt()
                weight.grad = None
            running = loss.item() if step == 0 else 0.98 * running + 0.02 * loss.item()
            step += 1
            if step > planned * AVERAGED_FROM and step % 8 == 0:
                mean += embedding
                averaged += 1
            if step % options.eval_every == 0 and step < planned:
                report(step, running, embedding)
            elif step % 100 == 0:
                print(f"step {step}/{planned} loss {running:.4f} {time.process_time():.0f} s CPU", flush=True)
            if step >= planned:
                break
    if averaged:
        embedding = mean / averaged
    report(step, running, embedding)
    return embedding.numpy(), step


def main():
    options = read_arguments()
    torch.set_num_threads(options.threads)
    data = Data(options.data)
    trees = [Tree(prefix, data.vocabulary) for prefix in dump_prefixes(options.eval)] if options.eval else []
    embedding, steps = train(data, options, trees)
    save(options, data, embedding, steps)


def save(options, data, embedding, steps):
    lengths = np.maximum(np.linalg.norm(embedding, axis=1, keepdims=True), 1e-9)
    embedding = embedding * (lengths / lengths.mean()) ** (options.norm_power - 1)
    header = {"version": 1, "nestedDims": [dims for dims in NESTED if dims <= options.dims],
              "hashRows": data.vocabulary.hash_rows, "hashWeight": data.vocabulary.hash_weight,
              "subwordWeight": data.vocabulary.subword_weight, "countForm": options.count_form,
              "fieldWeights": SHIPPED_FIELD_WEIGHTS,
              "trainedOn": {"pairs": int(len(data.pairs)), "repositories": int(data.pairs[:, 3].max() + 1),
                            "steps": steps, "seed": options.seed}}
    written = write_model(options.out, header, data.vocabulary.terms, embedding)
    print("written", options.out, os.path.getsize(options.out), "bytes, id", written["id"])


if __name__ == "__main__":
    main()
