/** The newest requests, and why they are invalid. */
import type { JournalEntry } from '../core/rows/exchange.ts';
import { button, element, section, showRows } from './elements.ts';
import type { ReadJournal } from '../remote/remote-fake.ts';
import type { AnyFake, Panel, Section } from './panel.ts';

const maxShown = 30;

export function requestSection({ fake, copy }: Panel, explorer: string | undefined): Section {
  const list = element('ol', { reversed: '' });
  const none = element('p', { class: 'hint' }, 'No request has arrived.');
  const copyCurl = (entry: JournalEntry) =>
    copy('command', async () => {
      // Loaded on demand, because few visitors copy a command.
      const { toCurl } = await import('@mock-services/sdk/activity');
      return toCurl(entry);
    });
  const refresh = async (): Promise<void> => {
    const { since, entries } = await readJournal(fake);
    none.hidden = entries.length > 0;
    showRows(list, entries.slice(-maxShown).toReversed(), {
      // After a reset, the numbers begin at 1 again.
      keyOf: ({ number }) => `${since} ${number}`,
      create: (entry) => requestRow(entry, () => copyCurl(entry)),
    });
  };
  const inExplorer = explorer === undefined ? [] : [explorerLink(explorer)];
  return { element: section('Requests', list, none, ...inExplorer), refresh };
}

async function readJournal({ journal }: AnyFake): Promise<Pick<ReadJournal, 'since' | 'entries'>> {
  return 'read' in journal ? journal.read() : { since: journal.since(), entries: journal.entries() };
}

function requestRow(entry: JournalEntry, copyCurl: () => unknown): Element {
  const { operation, problem, fault, request, response } = entry;
  // A query may contain credentials.
  const [path = '', query] = request.path.split('?');
  const call = `${request.method} ${path}${query === undefined ? '' : '?…'}`;
  const text = element(
    'span',
    { class: 'wide' },
    element('b', {}, String(response.statusCode)),
    ` ${operation ?? call}`,
    element('small', {}, operation === undefined ? '' : ` ${call}`),
    ...(fault === undefined
      ? []
      : [element('small', { class: 'fault' }, ` A fault was applied (${fault}).`)]),
    ...(problem === undefined ? [] : [element('span', { class: 'problem' }, problem)]),
  );
  const label = { 'aria-label': `Copy request ${entry.number} as curl` };
  return element('li', { class: 'row' }, text, button('Copy as curl', copyCurl, label));
}

function explorerLink(explorer: string): Element {
  const url = new URL(explorer, location.href);
  url.searchParams.set('panel', 'fake');
  const link = { href: url.href, target: 'mock-services-explorer', rel: 'noreferrer' };
  return element('a', link, 'Open in the explorer');
}
