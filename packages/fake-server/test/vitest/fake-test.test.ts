/** Tests the fixtures of `fakeTest`. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import { describe, expect } from 'vitest';
import { idOf, input, mockService, workspace } from '../support/samples.ts';

const test = fakeTest({
  seed: { mockServices: [mockService(1)], workspaces: [workspace(1)] },
  baseUrl: 'https://fixture.test/api',
  client: { maxRetries: 0 },
});

describe('the fixtures of fakeTest', () => {
  test('a `fakeTest` test gets a fake server with the given options', ({ fake }) => {
    expect(fake.baseUrl).toBe('https://fixture.test/api');
    expect(fake.mockServices.list()).toEqual([mockService(1)]);
  });

  test('a `fakeTest` test gets a client for its fake server with the given options', async ({
    fake,
    client,
  }) => {
    const { id } = await client.mockServices.create(input());
    expect(fake.mockServices.get(id)).toMatchObject(input());
    await expect(client.mockServices.get(idOf(404))).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      attempts: 1,
    });
  });

  test.for([1, 2])(
    'a `fakeTest` test gets a world that no earlier test has changed (run %i)',
    async (_, { fake, client }) => {
      expect(await client.mockServices.list()).toHaveLength(1);
      await client.mockServices.delete(idOf(1));
      fake.clock.advance('1d');
      expect(fake.mockServices.list()).toEqual([]);
    },
  );

  const emptyTest = test.extend({ fakeOptions: { seed: {} } });
  emptyTest('a `fakeTest` test can override the options of its fake server', async ({ fake, client }) => {
    expect(fake.baseUrl).toBe('https://mock-services.test');
    expect(await client.workspaces.list()).toEqual([]);
  });

  const secretTest = test.extend({ fakeOptions: { requiredToken: 'own', client: { token: 'own' } } });
  secretTest('a `fakeTest` test can override the options of its client', async ({ client }) => {
    expect(await client.workspaces.list()).toEqual([]);
  });

  const otherTest = fakeTest();
  otherTest('a `fakeTest` test does not get the options of another `fakeTest`', ({ fake }) => {
    expect(fake.mockServices.list()).toEqual([]);
  });
});

describe('an unknown option', () => {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const fakeOptions = {
    asertClean: true,
    latancy: 5,
    maxRetries: 0,
    zzz: 1,
    onWarning,
    client: { token: 'own' },
  };

  test.extend({ fakeOptions })(
    '`fakeTest` warns once of each unknown option and says what to use instead',
    ({ fake }) => {
      expect(fake.mockServices.list()).toEqual([]);
      expect(warnings).toEqual([
        'fakeTest: unknown option `asertClean`. Did you mean assertClean?',
        'fakeTest: unknown option `latancy`. Did you mean latency?',
        expect.stringMatching(
          /^fakeTest: unknown option `maxRetries`\. If it is an option of the client, pass client: \{ maxRetries: … \}\. Valid options: assertClean, client, scenario, baseUrl, /,
        ),
        expect.stringContaining('unknown option `zzz`.'),
      ]);
    },
  );
});

describe('the option assertClean', () => {
  const cleanTest = test.extend({ fakeOptions: { assertClean: true, client: { maxRetries: 0 } } });

  cleanTest('`assertClean` passes a test that requests an unknown id', async ({ client }) => {
    await expect(client.mockServices.get(idOf(404))).rejects.toMatchObject({ status: 404 });
  });

  fakeTest()('`assertClean` is false by default', async ({ fake }) => {
    await fake.fetch(`${fake.baseUrl}/nothing`);
    expect(() => fake.journal.assertClean()).toThrow('/nothing');
  });

  cleanTest.fails('`assertClean` fails a test that breaks the contract', async ({ fake }) => {
    await fake.fetch(`${fake.baseUrl}/configuration/mock-service`, { method: 'POST', body: '{}' });
  });

  cleanTest.fails(
    '`assertClean` fails a test with a fault that was never applied',
    async ({ fake, client }) => {
      fake.faults.add({ operation: 'getMockService', status: 503 });
      await client.workspaces.list();
    },
  );
});

describe.concurrent('concurrent tests', () => {
  const isolatedTest = fakeTest({ seed: { mockServices: [] } });

  isolatedTest.for(Array.from({ length: 10 }, (_, index) => index))(
    'see only their own worlds (test %i)',
    async (index, { fake, client, expect }) => {
      for (let round = 0; round < 3; round += 1) {
        await client.mockServices.create(input({ title: `${index}/${round}` }));
        await new Promise(setImmediate);
        fake.clock.advance(index);
      }
      const titles = (await client.mockServices.list()).map(({ title }) => title);
      expect(titles).toEqual([`${index}/0`, `${index}/1`, `${index}/2`]);
      expect(fake.clock.now()).toBe(Date.parse('2026-01-01T00:00:00Z') + 3 * (index + 1));
    },
  );
});

describe('a scenario', () => {
  const scenarioTest = fakeTest({
    seed: { mockServices: [{ title: 'Orders' }] },
    scenarios: { empty: (fake) => fake.seed({}), unchanged: () => undefined },
    scenario: 'empty',
  });

  scenarioTest('with `scenario`, each test begins with the scenario', async ({ fake, client }) => {
    expect(await client.mockServices.list()).toEqual([]);
    fake.scenario('unchanged');
    expect(await client.mockServices.list()).toHaveLength(1);
    // @ts-expect-error there is no such scenario
    expect(() => fake.scenario('emtpy')).toThrow('Did you mean empty?');
  });
});
