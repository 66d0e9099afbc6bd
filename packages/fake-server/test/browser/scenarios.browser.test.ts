/** Tests scenarios that the URL of a page names. */
import { defineScenarios } from '@mock-services/fake-server/core';
import { startFake, type StartedFake, type StartFakeOptions } from '@mock-services/fake-server/browser';
import { afterEach, beforeEach, describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';

const seed = { mockServices: [{ title: 'Orders' }, { title: 'Größe 📦' }] };

const scenarios = defineScenarios({
  empty: (fake) => fake.seed({}),
  'service down': (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
  broken: () => {
    throw new Error('no such luck');
  },
});

const original = location.href;

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  history.replaceState(null, '', original);
  document.querySelector('[role=alert]')?.remove();
});

/** Opens a URL of the page, as after a reload, and starts the fake server. */
async function open(search: string, options: StartFakeOptions = {}): Promise<StartedFake> {
  history.replaceState(null, '', new URL(search, original));
  const started = await startFake({ seed, scenarios, ...options });
  onTestFinished(started.stop);
  return started;
}

const titles = ({ fake }: StartedFake) => fake.mockServices.list().map(({ title }) => title);

describe('a scenario in the URL', () => {
  test.each([
    ['?fake=empty', {}, 0, 0],
    ['?a=1&fake=service+down#/list?fake=empty', {}, 2, 1],
    ['?state=empty&fake=service+down', { scenarioKey: 'state' }, 0, 0],
    ['?fake=of+the+application', { scenarios: undefined }, 2, 0],
  ])('%s is applied at the start, with the options %j', async (search, options, services, faults) => {
    const started = await open(search, options);
    expect(titles(started)).toHaveLength(services);
    expect(started.fake.faults.list()).toHaveLength(faults);
  });

  test.each([
    ['constructor', 'There is no scenario "constructor". The scenarios are empty, service down, broken.'],
    ['broken', 'The scenario "broken" failed: Error: no such luck'],
  ])('shows an error in the page if it is `%s`, and can be corrected', async (name, message) => {
    await expect(open(`?fake=${name}`)).rejects.toMatchObject({ code: 'scenario' });
    expect(document.querySelector('[role=alert]')?.textContent).toContain(message);
    expect(titles(await open('?fake=empty'))).toEqual([]);
    expect(document.querySelector('[role=alert]')).toBe(null);
  });

  test('the error about an unknown scenario has a link to each other one', async () => {
    await expect(open('?a=1&state=emtpy&b=%C3%BC#/list', { scenarioKey: 'state' })).rejects.toThrow(
      'scenario',
    );
    const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('[role=alert] a'));
    expect(
      links.map(({ textContent, href }) => [textContent, new URL(href).search, new URL(href).hash]),
    ).toEqual([
      ['empty', '?a=1&state=empty&b=%C3%BC', '#/list'],
      ['service down', '?a=1&state=service+down&b=%C3%BC', '#/list'],
      ['broken', '?a=1&state=broken&b=%C3%BC', '#/list'],
    ]);
  });

  test('keeps what a person did when the page reloads, with `persist`', async () => {
    const first = await open('?fake=empty', { persist: true });
    first.fake.mockServices.add({ title: 'Own' });
    await first.stop();
    const second = await open('?fake=empty', { persist: true });
    expect(titles(second)).toEqual(['Own']);
    await second.stop();
    const third = await open('', { persist: true });
    expect(titles(third)).toEqual(['Own']);
    await third.stop();
    const other = await open('?fake=service+down', { persist: true });
    expect(titles(other)).toEqual(['Orders', 'Größe 📦']);
    await other.stop();
    expect(titles(await open('?fake=empty', { persist: true }))).toEqual([]);
  });

  test('is the one that was chosen last in the page, with `persist`', async () => {
    const first = await open('?fake=empty', { persist: true });
    first.fake.scenario('service down');
    first.fake.mockServices.add({ title: 'Own' });
    await first.stop();
    const second = await open('?fake=service+down', { persist: true });
    expect(titles(second)).toEqual(['Orders', 'Größe 📦', 'Own']);
    expect(second.fake.faults.list()).toHaveLength(1);
    await second.stop();
    expect(titles(await open('?fake=empty', { persist: true }))).toEqual([]);
  });
});

test('the names of scenarios are typed', async () => {
  const start = () => startFake({ scenarios });
  type Fake = Awaited<ReturnType<typeof start>>['fake'];
  expectTypeOf<Parameters<Fake['scenario']>>().toEqualTypeOf<[keyof typeof scenarios]>();
  expect((await open('')).fake.scenarios().map(({ name }) => name)).toEqual(Object.keys(scenarios));
});
