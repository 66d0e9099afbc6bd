import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import type { Fault, FaultOptions } from '../core/faults/fault.ts';
import type { JournalEntry } from '../core/journal/entry.ts';
import { button, element, select, setText, showRows } from './elements.ts';
import type { Panel, Section } from './panel.ts';

type Effect = Omit<FaultOptions, 'operation' | 'times' | 'after' | 'probability' | 'match'>;

const usual: readonly Effect[] = [
  { status: 503 },
  { status: 401 },
  { delay: '3s' },
  { reset: true, takesEffect: true },
  { reset: true },
  { hang: true },
  { notJson: true },
];

const onlyNext = 'only the next request';
const nextCall = 'the next call and its retries (3)';

const limits: ReadonlyMap<string, Pick<FaultOptions, 'times' | 'probability'>> = new Map([
  [nextCall, { times: 3 }],
  [onlyNext, { times: 1 }],
  ['every request', {}],
  ['one request in five', { probability: 0.2 }],
]);

interface FaultSection extends Section {
  /** Fills in the form for a fault that applies to calls like the given request. */
  readonly choose: (entry: JournalEntry) => void;
}

export function faultSection({ fake, act }: Panel): FaultSection {
  const effects = new Map(usual.map((each) => [wordsOf(each), each]));
  const operation = select('Operation', []);
  const effect = select('Fault', Array.from(effects.keys()));
  const limit = select('Applies to', Array.from(limits.keys()));
  const called = element('optgroup', { label: 'Called' });
  const others = element('optgroup', { label: 'Not called' });
  for (const id of operationIds) others.append(element('option', {}, id));
  operation.field.append(called, others);
  operation.field.value = 'updateMockService' satisfies OperationId;
  let isChosen = false;
  for (const { field } of [operation, effect, limit])
    field.addEventListener('change', () => (isChosen = true));
  const prepare = ({ operation: id, request }: JournalEntry): void => {
    if (id !== undefined) operation.field.value = id;
    // The SDK's client retries a failed call twice, but never retries a POST.
    limit.field.value = request.method === 'POST' ? onlyNext : nextCall;
  };
  const arm = (): Promise<void> => {
    const [target, words] = [operation.field.value as OperationId, effect.field.value];
    const only = limits.get(limit.field.value);
    const note = limit.field.value === onlyNext ? ' A client that retries may hide it.' : '';
    return act(`Armed for ${limit.field.value}: ${target}, ${words}.${note}`, () =>
      fake.faults.add({ operation: target, ...effects.get(words), ...only }),
    );
  };
  const list = element('ul', { 'aria-label': 'Faults' });
  const clear = button('Remove all', () => act('All faults are removed.', () => fake.faults.clear()), {
    'aria-label': 'Remove all faults',
  });
  const showCalled = async (): Promise<void> => {
    const { entries } = await fake.journal.read();
    const ids = new Set(entries.map((entry) => entry.operation));
    if (!isChosen) {
      const write = entries.findLast(
        (entry) => entry.request.method !== 'GET' && entry.operation !== undefined,
      );
      if (write) prepare(write);
    }
    const { value } = operation.field;
    for (const option of Array.from(operation.field.options)) {
      const group = ids.has(option.value as OperationId) ? called : others;
      if (option.parentElement !== group) group.append(option);
    }
    operation.field.value = value;
    for (const group of [called, others]) group.hidden = group.children.length === 0;
  };
  const refresh: Section['refresh'] = (faults) => {
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
    return showCalled();
  };
  const choose: FaultSection['choose'] = (entry) => {
    isChosen = true;
    prepare(entry);
    effect.field.focus();
  };
  const form = [operation, effect, limit].map((field) => field.element);
  const armIt = element('p', { class: 'row' }, button('Arm', arm));
  return { element: element('div', {}, ...form, armIt, list, clear), refresh, choose };
}

export function isArmed({ used, times = Number.POSITIVE_INFINITY }: Fault): boolean {
  return used < times;
}

function nameOf(fault: Fault): string {
  const { operation, match, probability = 1, times } = fault;
  const operations = [operation].flat();
  const which = operations.length === operationIds.length ? 'all operations' : operations.join(', ');
  const limit = [
    match !== undefined && ', for some requests',
    probability !== 1 && `, with probability ${probability}`,
    match === undefined && times === undefined && probability === 1 && ', for every request',
  ];
  return `${which}: ${wordsOf(fault)}${limit.filter((part) => typeof part === 'string').join('')}`;
}

export function wordsOf({
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
    reset && (takesEffect ? 'lost response' : 'connection reset'),
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
