/** What an act is refused with; `undefined` when it is not. */
export function refusalOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
