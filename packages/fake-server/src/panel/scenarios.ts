import type { ListedScenario } from '../core/fake.ts';
import type { Snapshot } from '../core/saved/snapshot.ts';
import { button, element, showRows } from './elements.ts';
import type { Panel, Section } from './panel.ts';
import { linkedScenario, linkTo, showInUrl } from './scenario-link.ts';

export function scenarioSection({ fake, act, copy, replaced }: Panel, key: string): Section {
  const list = element('ul');
  const none = element(
    'p',
    { class: 'hint', hidden: '' },
    'There are none. Pass some with the option scenarios.',
  );
  let scenarios: readonly ListedScenario[] = [];
  const begin = (done: string, run: () => unknown) => {
    const link = linkedScenario(key);
    let before: Snapshot | undefined;
    const start = async (): Promise<void> => {
      before = await fake.snapshot();
      await run();
      replaced();
    };
    const undo = async (): Promise<void> => {
      if (before) await fake.restore(before);
      replaced();
      showInUrl(link, key);
    };
    return act(`${done} Reload the page if it shows old data.`, start, undo);
  };
  const choose = (name: string, title: string) =>
    begin(`“${title}” is applied. The clock, faults and requests began anew.`, async () => {
      await fake.scenario(name);
      showInUrl(name, key);
    });
  const reset = () =>
    begin('Data, clock, faults and requests are reset.', async () => {
      await fake.reset();
      // Keep any other value of the query parameter, because it may belong to the application.
      if (scenarios.some(({ name }) => name === linkedScenario(key))) showInUrl(undefined, key);
    });
  const save = () =>
    act('The data, without faults, is saved as seed.json, for startFake({ seed }) or --seed.', async () => {
      download('seed.json', JSON.stringify(await fake.data(), null, 2));
    });
  const refresh = async (): Promise<void> => {
    scenarios = await fake.scenarios();
    none.hidden = scenarios.length > 0;
    showRows(list, scenarios, {
      keyOf: ({ name }) => name,
      create: ({ name, title }) =>
        element(
          'li',
          { class: 'row' },
          button(title, () => choose(name, title), { class: 'wide' }),
          button('Copy link', () => copy('link', () => linkTo(name, key)), {
            'aria-label': `Copy the link to “${title}”`,
          }),
        ),
      update: (row, { applied }) => row.firstElementChild?.setAttribute('aria-pressed', String(applied)),
    });
  };
  const whole = element('p', { class: 'row' }, button('Reset', reset), button('Save state', save));
  return { element: element('div', {}, list, none, whole), refresh };
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  element('a', { href: url, download: name }).click();
  // Keep the URL for a while, because the browser reads it after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
