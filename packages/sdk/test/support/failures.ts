import { expect } from 'vitest';

export function failureOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error as Error,
  );
}

export function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

/** Returns the reasons of rejections that stay unhandled. */
export async function unhandledDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const keep = (reason: unknown) => void reasons.push(reason);
  process.on('unhandledRejection', keep);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return reasons;
  } finally {
    process.off('unhandledRejection', keep);
  }
}
