/** What the file system said when the content was last hashed; equal stamps mean equal bytes. */
export interface FileStamp {
  size: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
  inode: bigint;
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.inode === b.inode;
}
