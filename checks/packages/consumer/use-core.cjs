const assert = require('node:assert/strict');
const conformance = require('@mock-services/conformance');
const core = require('@mock-services/fake-server/core');
const serving = require('@mock-services/fake-server/node');
const sdk = require('@mock-services/sdk');
const contract = require('@mock-services/sdk/contract');
const seed = require('@mock-services/sdk/seed');

const entries = {
  sdk,
  'sdk/contract': contract,
  'sdk/seed': seed,
  'fake-server/core': core,
  'fake-server/node': serving,
};

void (async () => {
  const { exerciseCore } = await import('./exercise.ts');
  await exerciseCore({ sdk, contract, core, conformance, serving });
  for (const [entry, required] of Object.entries(entries)) {
    const imported = await import(`@mock-services/${entry}`);
    for (const name of Object.keys(imported))
      assert.equal(required[name], imported[name], `${entry} has two copies of ${name}`);
  }
})();
