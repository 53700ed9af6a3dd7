/** A failure with the member it happened in, so that the others can go on, and a damaged index be built anew. */
export class MemberFailure extends Error {
  readonly repository: string;
  override readonly cause: unknown;

  constructor(repository: string, cause: unknown) {
    super(`${repository}: ${messageOf(cause)}`);
    this.repository = repository;
    this.cause = cause;
  }
}

/** What happens inside `work` is told with the name of the member. */
export async function inMember<T>(repository: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MemberFailure ? error : new MemberFailure(repository, error);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
