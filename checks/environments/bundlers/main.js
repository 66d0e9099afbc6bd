import { runScenario } from './scenario.mjs';

runScenario().then(
  () => console.log('The scenario passed.'),
  (error) => console.error(error),
);
