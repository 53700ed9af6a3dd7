// @ts-check
/** A NuGet package with a manifest and nothing else, as the bytes of its archive (stored, not compressed). */
import zlib from "node:zlib";

/** @param {string} id @param {string} version */
export function emptyPackage(id, version) {
  const name = Buffer.from(`${id}.nuspec`);
  const manifest = Buffer.from(
    `<?xml version="1.0"?><package><metadata><id>${id}</id><version>${version}</version>` +
      `<authors>none</authors><description>empty</description></metadata></package>`,
  );
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(zlib.crc32(manifest), 0);
  sizes.writeUInt32LE(manifest.length, 4);
  sizes.writeUInt32LE(manifest.length, 8);
  sizes.writeUInt16LE(name.length, 12);
  const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]), sizes]);
  const local = Buffer.concat([signature(0x04034b50), common, name, manifest]);
  const entry = Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, signature(0x06054b50), end]);
}

/** @param {number} value */
function signature(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
