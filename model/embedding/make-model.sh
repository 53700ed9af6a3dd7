#!/bin/sh
# The shipped model from public repositories, in one command:
#   model/embedding/make-model.sh MIRROR EXCLUDE SCRATCH
# MIRROR: bare git directories as OWNER+NAME/repo, of the repositories and commits in model/data/manifest.json.
# EXCLUDE: repositories that must not be trained on, owner/name per line. SCRATCH: 4 GB for pairs and arrays.
# Needs Node, and Python 3 with numpy, scipy and torch. One thread, so that the same inputs give the same file.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mirror=$1 exclude=$2 scratch=$3
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=${PYTHON:-/usr/bin/python3}
cd "$here/../.."
npx tsdown --config model/data/tsdown.config.ts
node model/data/make-pairs.mjs --mirror "$mirror" --exclude "$exclude" --out "$scratch/pairs"
"$python" model/embedding/prepare.py --pairs "$scratch/pairs" --out "$scratch/arrays"
"$python" model/embedding/train.py --data "$scratch/arrays" --out model/embedding/clew-embedding.bin
