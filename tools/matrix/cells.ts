/** All cells, in the order in which they run. */
import type { Cell } from './cell.ts';
import { browsers } from './kinds/browsers.ts';
import { bundlers } from './kinds/bundlers.ts';
import { handlers } from './kinds/handlers.ts';
import { nextCells } from './kinds/next.ts';
import { packageManagers } from './kinds/package-managers.ts';
import { runtimes } from './kinds/runtimes.ts';
import { testRunners } from './kinds/test-runners.ts';
import { compilers } from './kinds/typescript.ts';

export const cells: readonly Cell[] = [
  ...runtimes,
  ...handlers,
  ...browsers,
  ...testRunners,
  ...bundlers,
  ...nextCells,
  ...compilers,
  ...packageManagers,
];
