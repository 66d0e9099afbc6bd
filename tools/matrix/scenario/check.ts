/** A check of the scenario, and how it ends. */

/** How a check ended. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What it threw. */
  readonly error?: string;
}

/** The checks of one subject, by their names. */
export type Checks<Subject> = Readonly<Record<string, (subject: Subject) => Promise<void>>>;

/** Milliseconds that a check may take. */
const limit = 10_000;

/**
 * Runs checks one after the other. Never rejects.
 *
 * @param open - Makes the subject of each check.
 */
export async function runChecks<Subject>(
  group: string,
  checks: Checks<Subject>,
  open: () => Promise<Subject>,
): Promise<Check[]> {
  const results: Check[] = [];
  for (const [title, check] of Object.entries(checks)) {
    const name = `${group}: ${title}`;
    try {
      await limited(open().then((subject) => check(subject)));
      results.push({ name, ok: true });
    } catch (error) {
      results.push({ name, ok: false, error: textOf(error) });
    }
  }
  return results;
}

async function limited(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${limit / 1000} s`)), limit);
  });
  try {
    await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Fails unless both are the same as JSON. */
export function equal(actual: unknown, expected: unknown): void {
  const [received, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (received !== wanted) throw new Error(`expected ${wanted}, received ${received}`);
}

/** Fails unless `work` rejects with an error that `guard` knows; returns that error. */
export async function rejection<Wanted>(
  work: PromiseLike<unknown>,
  guard: (error: unknown) => error is Wanted,
): Promise<Wanted> {
  const outcome = await work.then(
    () => ({ error: undefined }),
    (error: unknown) => ({ error }),
  );
  if (guard(outcome.error)) return outcome.error;
  throw new Error(`expected an error that ${guard.name} knows, received ${textOf(outcome.error)}`);
}
