/** The newest requests, and why they are invalid. */
import type { JournalEntry } from '../core/journal/entry.ts';
import { button, element, section, select, setText, showRows } from './elements.ts';
import { effectWords } from './faults.ts';
import type { Panel, Section } from './panel.ts';

const maxShown = 30;

/** Applications that poll would push the requests of interest out of the list. */
const filters = {
  all: { words: 'all', shows: () => true },
  failed: {
    words: 'failed',
    shows: ({ response, fault, problem }: JournalEntry) =>
      response.statusCode >= 400 || fault !== undefined || problem !== undefined,
  },
  writes: { words: 'writes', shows: ({ request }: JournalEntry) => request.method !== 'GET' },
};

export function requestSection(
  { fake, copy, refresh: readAgain }: Panel,
  explorer: string | undefined,
): Section {
  const list = element('ol', { reversed: '' });
  const none = element('p', { class: 'hint' });
  const chosen = select('Show', filters, readAgain);
  const copyCurl = (entry: JournalEntry) =>
    copy('command', async () => {
      // Loaded on demand, because few visitors copy a command.
      const { toCurl } = await import('@mock-services/sdk/activity');
      return toCurl(entry);
    });
  let start: unknown;
  const refresh: Section['refresh'] = async (faults) => {
    const { since, entries } = await fake.journal.read();
    const effects = new Map(faults.map((fault) => [fault.id, effectWords(fault)]));
    const shown = entries.filter(filters[chosen.value()].shows).slice(-maxShown);
    none.hidden = shown.length > 0;
    setText(none, entries.length > 0 ? 'There are none.' : 'No request has arrived.');
    showRows(list, shown.toReversed(), {
      keepsFocus: since === start,
      // After a reset, the numbers begin at 1 again.
      keyOf: ({ number }) => `${since} ${number}`,
      create: (entry) => requestRow(entry, effects.get(entry.fault ?? 0), () => copyCurl(entry)),
    });
    start = since;
  };
  const inExplorer = explorer === undefined ? [] : [explorerLink(explorer)];
  return { element: section('Requests', chosen.element, list, none, ...inExplorer), refresh };
}

/** @param effect - What the fault of the request did, unless it is removed. */
function requestRow(entry: JournalEntry, effect: string | undefined, copyCurl: () => unknown): Element {
  const { operation, problem, fault, request, response } = entry;
  // A query may contain credentials.
  const [path = '', query] = request.path.split('?');
  const call = `${request.method} ${path}${query === undefined ? '' : '?…'}`;
  const text = element(
    'span',
    { class: 'wide' },
    element('b', response.statusCode < 400 ? {} : { class: 'failed' }, String(response.statusCode)),
    ` ${operation ?? call}`,
    element('small', {}, operation === undefined ? '' : ` ${call}`),
    ...(fault === undefined
      ? []
      : [
          element(
            'small',
            { class: 'fault' },
            `A fault was applied${effect === undefined ? '' : `: ${effect}`}.`,
          ),
        ]),
    ...(problem === undefined ? [] : [element('span', { class: 'problem' }, problem)]),
  );
  const label = {
    'aria-label': `Copy request ${entry.number}, ${response.statusCode} ${operation ?? call}, as curl`,
  };
  return element('li', { class: 'row' }, text, button('Copy as curl', copyCurl, label));
}

function explorerLink(explorer: string): Element {
  const url = new URL(explorer, location.href);
  url.searchParams.set('panel', 'fake');
  const link = { href: url.href, target: 'mock-services-explorer', rel: 'noreferrer' };
  return element('a', link, 'Open in the explorer');
}
