"""The shipped file: see README.md, section File format."""
import hashlib
import json
import struct

import numpy as np

MAGIC = b"CLEWEMB1"


def write_model(path, header, terms, embedding):
    """Rows are scaled to int8 one by one. Returns the header as written."""
    text = "\n".join(terms).encode("utf-8")
    padded = text + b"\0" * (-len(text) % 4)
    scale = np.maximum(np.abs(embedding).max(axis=1), 1e-12) / 127
    quantised = np.clip(np.rint(embedding / scale[:, None]), -127, 127).astype(np.int8)
    body = padded + scale.astype("<f4").tobytes() + quantised.tobytes()
    header = {**header, "id": hashlib.sha256(body).hexdigest()[:16], "dims": int(embedding.shape[1]),
              "vocabularySize": len(terms), "vocabularyBytes": len(text),
              "rowScale": "float32 per row"}
    head = json.dumps(header, separators=(",", ":")).encode("utf-8")
    head += b" " * (-(len(MAGIC) + 4 + len(head)) % 4)
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<I", len(head)) + head + body)
    return header


def read_model(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != MAGIC:
        raise ValueError("not an embedding file")
    (length,) = struct.unpack("<I", data[8:12])
    header = json.loads(data[12:12 + length])
    at = 12 + length
    terms = data[at:at + header["vocabularyBytes"]].decode("utf-8").split("\n")
    at += header["vocabularyBytes"] + -header["vocabularyBytes"] % 4
    rows = header["vocabularySize"] + header["hashRows"]
    scale = np.frombuffer(data, "<f4", rows, at)
    matrix = np.frombuffer(data, np.int8, rows * header["dims"], at + rows * 4).reshape(rows, header["dims"])
    return header, terms, matrix.astype(np.float32) * scale[:, None]
