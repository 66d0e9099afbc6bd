import { demoSeed } from '@mock-services/fake-server/core';
import { createWorker } from '@mock-services/fake-server/workers';

/** Secrets of the deployment. */
interface Env {
  /** Set by `wrangler secret put TOKEN`. */
  readonly TOKEN: string;
}

const { worker, World } = createWorker((env: Env) => ({ requiredToken: env.TOKEN, seed: demoSeed() }));

export default worker;
export { World };
