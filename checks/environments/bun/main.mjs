import { runScenario } from './scenario.mjs';

await runScenario(process.env.SERVICE);
