/** The gate's heavy checkers: a package of their own, installed when they are first needed. */
import { installOnDemand } from './on-demand.ts';

export const installCheckers = (): Promise<void> => installOnDemand('.ci/checkers');
