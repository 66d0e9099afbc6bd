import type { JournalEntry } from '../core/journal/entry.ts';
import { button, element, select, setText, showRows } from './elements.ts';
import type { Panel, Section } from './panel.ts';
import { withStorage } from './reload.ts';

const shownAtFirst = 30;

const filterKey = 'mock-services-panel-filter';

/** Let the user hide requests, because applications that poll fill the list. */
const filters: Readonly<Record<string, (entry: JournalEntry) => boolean>> = {
  all: () => true,
  failed: ({ response, fault, problem }) =>
    response.statusCode >= 400 || fault !== undefined || problem !== undefined,
  writes: ({ request }) => request.method !== 'GET',
};

interface Options {
  readonly explorer: string | undefined;
  readonly arm: (entry: JournalEntry) => void;
}

export function requestSection(
  { fake, act, copy, refresh: readAgain }: Panel,
  { explorer, arm }: Options,
): Section {
  const list = element('ol', { reversed: '', 'aria-label': 'Requests' });
  const none = element('p', { class: 'hint' });
  const show = select('Show', Object.keys(filters));
  show.field.value = withStorage((storage) => storage.getItem(filterKey)) ?? 'all';
  show.field.addEventListener('change', () => {
    withStorage((storage) => storage.setItem(filterKey, show.field.value));
    void readAgain();
  });
  let maxShown = shownAtFirst;
  const rest = element('span', { class: 'hint' });
  const showMore = () => {
    maxShown *= 4;
    return readAgain();
  };
  const more = element('p', { class: 'row', hidden: '' }, rest, button('Show more', showMore));
  const detailsOf = (entry: JournalEntry, row: Element) =>
    act('', async () => {
      const copyCurl = () =>
        copy('command', async () => {
          const { toCurl } = await import('@mock-services/sdk/activity');
          return toCurl(entry);
        });
      const buttons = element('p', { class: 'row' }, button('Copy as curl', copyCurl));
      if (entry.operation !== undefined) buttons.append(button('Arm a fault…', () => arm(entry)));
      row.append(buttons, ...(await partsOf(entry)));
    });
  let kept: string | undefined;
  const refresh: Section['refresh'] = async (_, effects) => {
    const { since, entries } = await fake.journal.read();
    const filter = show.field.value;
    const matching = entries.filter((entry) => filters[filter]?.(entry));
    const shown = matching.slice(-maxShown);
    more.hidden = matching.length === shown.length;
    setText(rest, `The latest ${shown.length} of ${matching.length} are shown.`);
    const stay = holdRows(list);
    none.hidden = shown.length > 0;
    setText(none, entries.length > 0 ? 'There are none.' : 'No request has arrived since the last reset.');
    showRows(list, shown.toReversed(), {
      keepsUsed: `${since} ${filter}` === kept,
      // Include the time of the reset in the key, because the numbers begin at 1 again after a reset.
      keyOf: ({ number }) => `${since} ${number}`,
      create: (entry) => {
        const row = element('details', {}, summaryOf(entry, effects.get(entry.fault ?? 0)));
        row.addEventListener('toggle', () => void detailsOf(entry, row), { once: true });
        return element('li', {}, row);
      },
    });
    stay();
    kept = `${since} ${filter}`;
  };
  const inExplorer = explorer === undefined ? [] : [explorerLink(explorer)];
  return { element: element('div', {}, show.element, list, none, more, ...inExplorer), refresh };
}

/** New rows must not move a row that the user is reading. Returns a function that corrects the scroll position. */
function holdRows(list: Element): () => void {
  const row = list.matches(':hover, :focus-within, :has([open])') ? list.firstElementChild : null;
  const top = row?.getBoundingClientRect().top ?? 0;
  return () => {
    if (row?.isConnected) list.closest('.panel')?.scrollBy(0, row.getBoundingClientRect().top - top);
  };
}

function summaryOf(entry: JournalEntry, effect: string | undefined): Element {
  const { operation, problem, fault, request, response } = entry;
  // Hide the query, because it may contain credentials.
  const [path = '', query] = request.path.split('?');
  const call = `${request.method} ${path}${query === undefined ? '' : '?…'}`;
  const { statusCode } = response;
  const hasFailed = statusCode >= 400 || fault !== undefined;
  const status = element('b', hasFailed ? { class: 'failed' } : {}, String(statusCode));
  const time = element('small', { class: 'time' }, entry.timestamp.slice(11, 19));
  const summary = element('summary', {}, status, ` ${operation ?? call} `, time);
  if (operation !== undefined) summary.append(element('small', { class: 'call' }, ` ${call}`));
  if (fault !== undefined) {
    const what = effect === undefined ? '' : `: ${effect}`;
    summary.append(element('small', { class: 'fault' }, `A fault was applied${what}.`));
  }
  if (problem !== undefined) summary.append(element('span', { class: 'problem' }, problem));
  return summary;
}

async function partsOf(entry: JournalEntry): Promise<Element[]> {
  // Load the functions on demand, because few users open a request.
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
    'Request headers': linesOf(`${request.method} ${request.path}`, request.headers),
    'Response headers': linesOf(String(response.statusCode), response.headers),
    'Time of the clock': `${entry.timestamp}${delay === 0 ? '' : `, response delayed by ${delay} ms`}`,
  }).flatMap(([title, text]) => (text === '' ? [] : [element('h3', {}, title), element('pre', {}, text)]));
}

function linesOf(first: string, headers: Readonly<Record<string, string>>): string {
  return [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
}

/** Indents JSON, unless parsing would change a value, such as a large number. */
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
