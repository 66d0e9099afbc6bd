/** The whole suite, in its order: what only looks, what writes, what clears, what sums up. */
import type { ConformanceCase } from './case.ts';
import { clearCases } from './cases/clear.ts';
import { createCases } from './cases/create.ts';
import { deleteCases } from './cases/delete.ts';
import { fieldCases } from './cases/fields.ts';
import { readCases } from './cases/reads.ts';
import { recordedValueCases } from './cases/recorded-values.ts';
import { storedCases } from './cases/stored.ts';
import { updateCases } from './cases/update.ts';
import { observedActivity } from './observe/activity.ts';
import { observedErrors } from './observe/errors.ts';
import { observedFields } from './observe/fields.ts';
import { observedHeaderValues } from './observe/header-values.ts';
import { observedLists } from './observe/lists.ts';
import { observedMessages } from './observe/messages.ts';
import { observedWorkspaces } from './observe/workspaces.ts';
import { observedWrites } from './observe/writes.ts';

/**
 * Every case of the suite. `must` cases check what the interface states, and nothing else; `open` cases record what
 * a service does where the interface is silent, and never fail.
 */
export const cases: readonly ConformanceCase[] = [
  ...readCases,
  ...fieldCases,
  ...recordedValueCases,
  ...observedFields,
  ...observedActivity,
  ...observedWorkspaces,
  ...observedLists,
  ...observedErrors,
  ...createCases,
  ...storedCases,
  ...updateCases,
  ...deleteCases,
  ...observedHeaderValues,
  ...observedWrites,
  ...clearCases,
  ...observedMessages,
];
