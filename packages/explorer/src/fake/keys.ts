/** Keys of what the panel of the fake server shows. */
export const fakeKeys = {
  faults: ['fake', 'faults'],
  counts: ['fake', 'counts'],
  clock: ['fake', 'clock'],
  journal: ['fake', 'journal'],
  worlds: ['fake', 'worlds'],
} as const;
