/** Keys of the queries for data in the fake server panel. */
export const fakeKeys = {
  faults: ['fake', 'faults'],
  counts: ['fake', 'counts'],
  clock: ['fake', 'clock'],
  journal: ['fake', 'journal'],
  worlds: ['fake', 'worlds'],
} as const;
