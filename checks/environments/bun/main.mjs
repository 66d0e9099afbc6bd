import { checkNetworkFailures } from './network-failures.mjs';
import { runScenario } from './scenario.mjs';

await runScenario(process.env.SERVICE);
await checkNetworkFailures();
