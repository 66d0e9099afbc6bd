/** What a function returns or throws. */
export function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
