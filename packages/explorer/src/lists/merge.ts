import { hashKey } from '@tanstack/react-query';
import type { Draft } from './draft.ts';
import { linesOf, listFields, textFields } from './fields.ts';

/** The value of a removed row is `undefined`. */
export interface Conflict {
  readonly label: string;
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

/** A choice no longer applies if the user or the service changes the value again. */
export type Choices = ReadonlyMap<string, unknown>;

export class ConflictError extends Error {
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;

  constructor(conflicts: readonly Conflict[], choices: Choices) {
    super('Somebody else changed the same fields.');
    this.conflicts = conflicts;
    this.choices = choices;
  }
}

export const conflictKey = (conflict: Conflict): string => JSON.stringify(conflict);

type Versions<Value> = readonly [base: Value, mine: Value, theirs: Value];

function each<From, To>([base, mine, theirs]: Versions<From>, map: (value: From) => To): Versions<To> {
  return [map(base), map(mine), map(theirs)];
}

/** `hashKey` ignores the order of an object's fields, which a service may change. */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

interface Row {
  readonly name: string;
}

type Rows = ReadonlyMap<string, Row>;

/** Names of headers and hosts are case-insensitive. */
export const rowKey = ({ name }: Row): string => name.trim().toLowerCase();

/**
 * Merges lists by the names of their rows. A list is a single value if a name is not unique, or if a rename or the
 * order of the rows may be a conflict.
 *
 * @throws {ConflictError} if there are conflicts without a choice.
 */
export function merge(versions: Versions<Draft>, choices: Choices): Draft {
  const conflicts: Conflict[] = [];

  const value = <Value>(
    label: string,
    [base, mine, theirs]: Versions<Value>,
    show: (value: Value) => string | undefined,
  ): Value => {
    if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
    if (isSame(theirs, base)) return mine;
    const conflict: Conflict = { label, mine: show(mine), theirs: show(theirs) };
    const choice = choices.get(conflictKey(conflict));
    if (choice === undefined) conflicts.push(conflict);
    return choice === 'mine' ? mine : theirs;
  };

  /**
   * @param visible - Returns the fields of a row that the form shows.
   * @param hasOrder - Whether two different orders are a conflict.
   */
  const rows = <Item extends Row>(
    label: string,
    lists: Versions<readonly Item[]>,
    visible: (row: Item) => Partial<Item>,
    hasOrder = true,
  ): readonly Item[] => {
    const show = (row: Item): string => Object.values(visible(row)).join(': ');
    const showAll = (list: readonly Item[]): string => list.map(show).join('\n');
    const maps = each(lists, (list) => new Map(list.map((row) => [rowKey(row), row])));
    const [base, mine, theirs] = maps;
    const isUnique = lists.every((list) => new Set(list.map(rowKey)).size === list.length);
    const isChangedByOne = isSame(lists[0], lists[1]) || isSame(lists[0], lists[2]);
    if (isChangedByOne || !isUnique) return value(label, lists, showAll);

    // Fields that the form does not show have the service's current values.
    const update = (row: Item): Item => ({ ...row, ...theirs.get(rowKey(row)), ...visible(row) });
    const isRenamed = mayRename(base, mine, theirs) || mayRename(base, theirs, mine);
    const any = hasOrder ? undefined : [...new Set([...theirs.keys(), ...mine.keys()])];
    const order = isRenamed ? undefined : (mergeOrders(each(maps, (map) => [...map.keys()])) ?? any);
    if (order === undefined) return value(label, [lists[0], lists[1].map(update), lists[2]], showAll);
    return order.flatMap((key) => {
      const [before, own, now] = each(maps, (map) => map.get(key));
      const name = (now ?? own)?.name;
      const row = value(
        `${label}: ${name}`,
        [before && update(before), own && update(own), now],
        (one) => one && show(one),
      );
      return row === undefined ? [] : [row];
    });
  };

  const pick = <Key extends keyof Draft>(key: Key) => each(versions, (draft) => draft[key]);

  const lines = (label: string, texts: Versions<string>): string => {
    const lists = each(texts, (text) => linesOf(text).map((name): Row => ({ name })));
    const merged = rows(label, lists, (row) => row);
    return merged === lists[2] ? texts[2] : merged.map(({ name }) => name).join('\n');
  };

  const draft: { -readonly [Key in keyof Draft]: Draft[Key] } = { ...versions[2] };
  for (const { key, label } of textFields) draft[key] = value(label, pick(key), String);
  draft.upstreams = rows('Upstreams', pick('upstreams'), ({ name, url }) => ({ name, url }));
  for (const { key, label } of listFields) draft[key] = lines(label, pick(key));
  draft.headers = rows('Default response headers', pick('headers'), (row) => row, false);
  if (conflicts.length > 0) throw new ConflictError(conflicts, choices);
  return draft;
}

/** Whether one side may have renamed a row that the other side changed or removed. */
function mayRename(base: Rows, one: Rows, other: Rows): boolean {
  const hasAdded = [...one.keys()].some((key) => !base.has(key) && !other.has(key));
  return hasAdded && [...base].some(([key, row]) => !one.has(key) && !isSame(row, other.get(key)));
}

/**
 * Returns the keys of both sides. If only one side changed the order, uses that order. Returns `undefined` if
 * both sides changed the order in different ways, or added the same rows at different places.
 */
function mergeOrders(orders: Versions<readonly string[]>): string[] | undefined {
  const isShared = (key: string): boolean => orders.every((order) => order.includes(key));
  const [base, mine, theirs] = each(orders, (order) => order.filter(isShared));
  const isMine = isSame(theirs, base);
  if (!isMine && !isSame(mine, base) && !isSame(mine, theirs)) return undefined;
  let queues = orders.slice(1).map((order) => {
    const shared = (isMine ? mine : theirs).values();
    return order.map((key) => (isShared(key) ? (shared.next().value ?? key) : key));
  });
  const merged: string[] = [];
  while (queues.some((queue) => queue.length > 0)) {
    // Choose a row that comes first on every side that still contains the row.
    const next = queues
      .flatMap(([first]) => first ?? [])
      .find((key) => queues.every((queue) => queue.indexOf(key) <= 0));
    if (next === undefined) return undefined;
    merged.push(next);
    queues = queues.map((queue) => queue.filter((key) => key !== next));
  }
  return merged;
}
