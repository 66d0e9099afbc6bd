/** A table of the usual faults per operation, and a list of all faults. */
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import type { Fault, FaultOptions } from '../core/rows/fault.ts';
import { button, element, moveByArrows, section, select, setText, showRows } from './elements.ts';
import type { Panel, Section } from './panel.ts';

type Effect = Omit<FaultOptions, 'operation' | 'times' | 'after' | 'probability' | 'match'>;

interface Kind {
  /** Head of the column. */
  readonly name: string;
  readonly meaning: string;
  readonly effect: Effect;
}

const kinds: readonly Kind[] = [
  { name: '503', meaning: 'status 503', effect: { status: 503 } },
  { name: '401', meaning: 'status 401', effect: { status: 401 } },
  { name: 'slow', meaning: 'slow (3 s)', effect: { delay: '3s' } },
  { name: 'lost', meaning: 'lost response', effect: { reset: true, takesEffect: true } },
  { name: 'reset', meaning: 'connection reset', effect: { reset: true } },
  { name: 'hang', meaning: 'no response', effect: { hang: true } },
  { name: 'html', meaning: 'not JSON', effect: { notJson: true } },
];

/** To which requests a fault is applied that a click arms. */
const modes = {
  always: { limits: {}, words: 'every request', mark: '✓', note: '' },
  once: {
    limits: { times: 1 },
    words: 'only the next request',
    mark: '1×',
    note: ' A client that retries may hide it.',
  },
  byChance: { limits: { probability: 0.2 }, words: 'one request in five', mark: '⅕', note: '' },
} as const;

export function faultSection({ fake, act }: Panel): Section {
  let faults: readonly Fault[] = [];
  const chosen = select('A click arms a fault for', modes);
  const armed = (operation: OperationId, kind: Kind): Fault[] =>
    faults.filter((fault) => isArmed(fault) && targetsOnly(fault, operation) && kindOf(fault) === kind);
  const toggle = (operation: OperationId, kind: Kind): Promise<void> => {
    const name = `${operation}, ${kind.meaning}`;
    const present = armed(operation, kind);
    if (present.length > 0)
      return act(`Removed: ${name}.`, async () => {
        for (const { id } of present) await fake.faults.remove(id);
      });
    const { limits, words, note } = modes[chosen.value()];
    return act(`Armed for ${words}: ${name}.${note}`, () =>
      fake.faults.add({ operation, ...kind.effect, ...limits }),
    );
  };
  const rows = operationIds.map((operation) =>
    kinds.map((kind) => {
      const label = `${operation}: ${kind.meaning}`;
      return button('', () => toggle(operation, kind), { 'aria-label': label, title: label });
    }),
  );
  moveByArrows(rows);
  const heads = kinds.map(({ name, meaning }) => element('th', { scope: 'col', title: meaning }, name));
  const table = element(
    'table',
    { role: 'grid', 'aria-label': 'Faults by operation' },
    element('tr', {}, element('td'), ...heads),
    ...rows.map((cells, row) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, ...breakable(operationIds[row] ?? '')),
        ...cells.map((cell) => element('td', {}, cell)),
      ),
    ),
  );
  const list = element('ul', { 'aria-label': 'Faults' });
  const clear = button('Remove all', () => act('All faults are removed.', () => fake.faults.clear()), {
    'aria-label': 'Remove all faults',
  });
  const refresh: Section['refresh'] = (present) => {
    faults = present;
    for (const [row, cells] of rows.entries())
      for (const [column, cell] of cells.entries()) {
        const [operation, kind] = [operationIds[row], kinds[column]];
        const [fault] = operation !== undefined && kind !== undefined ? armed(operation, kind) : [];
        cell.setAttribute('aria-pressed', String(fault !== undefined));
        setText(cell, fault === undefined ? '' : markOf(fault));
      }
    clear.hidden = faults.length === 0;
    const latestSpent = faults.findLast((fault) => !isArmed(fault));
    const listed = faults.filter((fault) => isArmed(fault) || fault === latestSpent);
    showRows(list, listed.toReversed(), {
      keyOf: ({ id }) => String(id),
      create: (fault) => {
        const remove = () => act(`Removed: ${nameOf(fault)}.`, () => fake.faults.remove(fault.id));
        const label = { 'aria-label': `Remove ${nameOf(fault)}` };
        const counts = element('small');
        const text = element('span', { class: 'wide' }, nameOf(fault), ' ', counts);
        return element('li', { class: 'row' }, text, button('Remove', remove, label));
      },
      update: (row, fault) => {
        row.classList.toggle('over', !isArmed(fault));
        const counts = row.querySelector('small');
        if (counts) setText(counts, countsOf(fault));
      },
    });
  };
  const legend = element('p', { class: 'hint' }, meanings);
  return { element: section('Faults', chosen.element, table, legend, list, clear), refresh };
}

const meanings =
  'slow: 3 s · lost: takes effect, but its response is lost · reset: the connection is reset · hang: no response · html: not JSON';

function markOf({ times, probability = 1 }: Fault): string {
  if (probability !== 1) return modes.byChance.mark;
  return times === undefined ? modes.always.mark : `${times}×`;
}

export function isArmed({ used, times = Number.POSITIVE_INFINITY }: Fault): boolean {
  return used < times;
}

function targetsOnly({ operation, match, after = 0 }: Fault, wanted: OperationId): boolean {
  return [operation].flat().every((one) => one === wanted) && match === undefined && after === 0;
}

/** Lets a name break before its upper-case letters. */
function breakable(name: string): (Node | string)[] {
  return name.split(/(?=[A-Z])/).flatMap((part) => [part, element('wbr')]);
}

/** Returns `undefined` for a fault with another effect, which code or a scenario added. */
function kindOf(fault: Fault): Kind | undefined {
  const effect = effectOf(fault);
  return kinds.find((kind) => effectOf(kind.effect) === effect);
}

function nameOf(fault: Fault): string {
  const { operation, match, probability = 1 } = fault;
  const operations = [operation].flat();
  const which = operations.length === operationIds.length ? 'all operations' : operations.join(', ');
  return `${which}: ${effectWords(fault)}${match === undefined ? '' : ', for some requests'}${probability === 1 ? '' : `, with probability ${probability}`}`;
}

export function effectWords(fault: Fault): string {
  return kindOf(fault)?.meaning ?? effectOf(fault);
}

function effectOf({
  status,
  delay,
  truncated,
  hang,
  reset,
  notJson,
  takesEffect,
  ...others
}: Effect): string {
  return [
    status !== undefined && `status ${status}`,
    delay !== undefined && `delay ${delay}${typeof delay === 'number' ? ' ms' : ''}`,
    hang && 'no response',
    reset && 'connection reset',
    truncated !== undefined && truncated !== false && 'truncated body',
    notJson && 'not JSON',
    others.body !== undefined && 'other body',
    (others.headers ?? others.contentType) !== undefined && 'other headers',
    takesEffect && 'takes effect',
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');
}

function countsOf({ used, seen, times, after = 0, error }: Fault): string {
  const limit = times === undefined ? '' : ` of ${times}${used < times ? '' : ', used up'}`;
  const passed = after > 0 && seen < after ? `, lets ${after - seen} more pass` : '';
  return `applied: ${used}${limit}${passed}${error === undefined ? '' : `, ${error}`}`;
}
