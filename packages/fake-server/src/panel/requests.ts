import type { OperationId } from '@mock-services/sdk/contract';
import type { JournalEntry } from '../core/journal/entry.ts';
import { button, element, select, setText, showRows } from './elements.ts';
import { wordsOf } from './faults.ts';
import type { Panel, Section } from './panel.ts';

const maxShown = 30;

/** Applications that poll would push the requests of interest out of the list. */
const filters: Readonly<Record<string, (entry: JournalEntry) => boolean>> = {
  all: () => true,
  failed: ({ response, fault, problem }) =>
    response.statusCode >= 400 || fault !== undefined || problem !== undefined,
  writes: ({ request }) => request.method !== 'GET',
};

interface Options {
  readonly explorer: string | undefined;
  /** Lets the user choose a fault for an operation. */
  readonly arm: (operation: OperationId) => void;
}

export function requestSection(
  { fake, act, copy, refresh: readAgain }: Panel,
  { explorer, arm }: Options,
): Section {
  const list = element('ol', { reversed: '' });
  const none = element('p', { class: 'hint' });
  const show = select('Show', Object.keys(filters));
  show.field.addEventListener('change', () => void readAgain());
  const detailsOf = (entry: JournalEntry, row: Element) =>
    act('', async () => {
      const { operation } = entry;
      const copyCurl = () =>
        copy('command', async () => {
          const { toCurl } = await import('@mock-services/sdk/activity');
          return toCurl(entry);
        });
      const buttons = element('p', { class: 'row' }, button('Copy as curl', copyCurl));
      if (operation !== undefined) buttons.append(button('Arm a fault…', () => arm(operation)));
      row.append(buttons, ...(await partsOf(entry)));
    });
  let kept: string | undefined;
  const refresh: Section['refresh'] = async (faults) => {
    const { since, entries } = await fake.journal.read();
    const effects = new Map(faults.map((fault) => [fault.id, wordsOf(fault)]));
    const filter = show.field.value;
    const shown = entries.filter((entry) => filters[filter]?.(entry)).slice(-maxShown);
    none.hidden = shown.length > 0;
    setText(none, entries.length > 0 ? 'There are none.' : 'No request has arrived.');
    showRows(list, shown.toReversed(), {
      keepsUsed: `${since} ${filter}` === kept,
      // After a reset, the numbers begin at 1 again.
      keyOf: ({ number }) => `${since} ${number}`,
      create: (entry) => {
        const row = element('details', {}, summaryOf(entry, effects.get(entry.fault ?? 0)));
        row.addEventListener('toggle', () => void detailsOf(entry, row), { once: true });
        return element('li', {}, row);
      },
    });
    kept = `${since} ${filter}`;
  };
  const inExplorer = explorer === undefined ? [] : [explorerLink(explorer)];
  return { element: element('div', {}, show.element, list, none, ...inExplorer), refresh };
}

function summaryOf(entry: JournalEntry, effect: string | undefined): Element {
  const { operation, problem, fault, request, response } = entry;
  // A query may contain credentials.
  const [path = '', query] = request.path.split('?');
  const call = `${request.method} ${path}${query === undefined ? '' : '?…'}`;
  const { statusCode } = response;
  const status = element('b', statusCode < 400 ? {} : { class: 'failed' }, String(statusCode));
  const summary = element('summary', {}, status, ` ${operation ?? call}`);
  if (operation !== undefined) summary.append(element('small', {}, ` ${call}`));
  if (fault !== undefined) {
    const what = effect === undefined ? '' : `: ${effect}`;
    summary.append(element('small', { class: 'fault' }, `A fault was applied${what}.`));
  }
  if (problem !== undefined) summary.append(element('span', { class: 'problem' }, problem));
  return summary;
}

async function partsOf(entry: JournalEntry): Promise<Element[]> {
  // The functions are loaded on demand, because few visitors open a request.
  const { bodyOf, redact } = await import('@mock-services/sdk/activity');
  const [{ request, response } = entry] = redact([entry]);
  const { responseTimeMs: delay } = response;
  const bodyIn = (side: 'request' | 'response'): string => {
    const text = bodyOf({ ...entry, request, response }, side).text();
    if (text === '' && entry[side].bodyBase64Encoded !== '')
      return 'It is left out, as it may contain credentials.';
    return indented(text);
  };
  const leftOut = entry.responseBodyLeftOut ? 'The journal was too full for it.' : '';
  return Object.entries({
    'Request body': bodyIn('request'),
    'Response body': bodyIn('response') + leftOut,
    Request: linesOf(`${request.method} ${request.path}`, request.headers),
    Response: linesOf(String(response.statusCode), response.headers),
    'Time of the clock': `${entry.timestamp}${delay === 0 ? '' : `, response delayed by ${delay} ms`}`,
  }).flatMap(([title, text]) => (text === '' ? [] : [element('h3', {}, title), element('pre', {}, text)]));
}

function linesOf(first: string, headers: Readonly<Record<string, string>>): string {
  return [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
}

/** Indents JSON, unless that would change it, such as a large number. */
function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

function explorerLink(explorer: string): Element {
  const url = new URL(explorer, location.href);
  url.searchParams.set('panel', 'fake');
  const link = { href: url.href, target: 'mock-services-explorer', rel: 'noreferrer' };
  return element('a', link, 'Open in the explorer');
}
