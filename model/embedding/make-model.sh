#!/bin/sh
# The shipped model from public repositories, in one command:
#   model/embedding/make-model.sh MIRROR EXCLUDE SCRATCH
# MIRROR: bare git directories as OWNER+NAME/repo, of the repositories and commits in model/data/manifest.json.
# EXCLUDE: repositories that must not be trained on, owner/name per line. SCRATCH: 4 GB for pairs and arrays.
# Needs a clone with history, Node, and Python 3 with numpy, scipy and torch. One thread, so that the same inputs give the same file.
#
# Pairs are made by the extractor of one commit, that of the shipped model: what a later one finds is slightly other, and so are
# the figures (0.802 against 0.811 on semble). EXTRACTOR=HEAD takes the present one, for a new model.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mirror=$1 exclude=$2
mkdir -p "$3"
scratch=$(cd "$3" && pwd)
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=${PYTHON:-/usr/bin/python3}
extractor=${EXTRACTOR:-2921f51}
cd "$here/../.."
sources=$scratch/sources-$extractor
mkdir -p "$sources/model"
git archive "$extractor" src package.json tsconfig.json | tar -x -C "$sources"
cp -R model/data "$sources/model/"
ln -sfn "$PWD/node_modules" "$sources/node_modules"
(cd "$sources" && npx tsdown --config model/data/tsdown.config.ts)
node "$sources/model/data/make-pairs.mjs" --mirror "$mirror" --exclude "$exclude" --out "$scratch/pairs"
"$python" model/embedding/prepare.py --pairs "$scratch/pairs" --out "$scratch/arrays"
"$python" model/embedding/train.py --data "$scratch/arrays" --out model/embedding/clew-embedding.bin
