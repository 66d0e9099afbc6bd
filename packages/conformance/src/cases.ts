import type { ConformanceCase } from './case.ts';
import { activityCases } from './must/activity.ts';
import { clearCases } from './must/clear.ts';
import { createCases } from './must/create.ts';
import { deleteCases } from './must/delete.ts';
import { fieldCases } from './must/fields.ts';
import { readCases } from './must/reads.ts';
import { textCases } from './must/text.ts';
import { updateCases } from './must/update.ts';
import { openActivityCases } from './open/activity.ts';
import { openErrorCases } from './open/errors.ts';
import { openFieldCases } from './open/fields.ts';
import { openListCases } from './open/lists.ts';
import { openMessageCases } from './open/messages.ts';
import { openTextCases } from './open/text.ts';
import { openWorkspaceCases } from './open/workspaces.ts';
import { openWriteCases } from './open/writes.ts';

/**
 * Every case of the suite, in the order in which they run: reads, writes, the clear, and what all responses show.
 * `must` cases check what the interface states, and nothing else; `open` cases record what a service does where the
 * interface is silent, and never fail.
 */
export const cases: readonly ConformanceCase[] = [
  ...readCases,
  ...fieldCases,
  ...activityCases,
  ...openFieldCases,
  ...openActivityCases,
  ...openWorkspaceCases,
  ...openListCases,
  ...openErrorCases,
  ...createCases,
  ...updateCases,
  ...textCases,
  ...deleteCases,
  ...openWriteCases,
  ...openTextCases,
  ...clearCases,
  ...openMessageCases,
];
