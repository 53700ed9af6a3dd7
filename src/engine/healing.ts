/** Gives a damaged index up, or lets go of one that somebody else replaced; throws when the error is none of these. */
export type Renew = (root: string, error: unknown) => Promise<void>;

/** Damage that shows only while reading costs a rebuild from the sources, once, and is told with its update. */
export async function healing<T>(
  root: string,
  renew: Renew,
  work: (isBegunAnew: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await work(false);
  } catch (error) {
    await renew(root, error);
    return work(true);
  }
}
