import { runScenario } from './scenario.mjs';

export default {
  async fetch(_request, { SERVICE }) {
    await runScenario(SERVICE);
    return new Response('done');
  },
};
