import { runScenario } from './scenario.mjs';

export default {
  async fetch() {
    await runScenario();
    return new Response('done');
  },
};
