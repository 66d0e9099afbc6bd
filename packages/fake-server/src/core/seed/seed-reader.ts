import { check, typeName, type Issue } from '@mock-services/sdk/contract';
import { SeedError } from '../errors.ts';
import { issueAt, memberOf, placeIn, type Place } from './seed-place.ts';

type Schema = Parameters<typeof check>[0];

/** Reads a seed part by part and collects all that is wrong with it, so that one error can list everything. */
export class SeedReader {
  readonly #issues: Issue[] = [];

  report(place: Place, expected: string, received: string): void {
    this.#issues.push({ ...place, expected, received });
  }

  /** @throws {SeedError} when anything was wrong. */
  finish(): void {
    if (this.#issues.length > 0) throw new SeedError(this.#issues);
  }

  /** A list of resources as rows by id, in lower case. */
  rows<Item, Row>(
    place: Place,
    items: readonly Item[] | undefined,
    schema: Schema,
    store: (item: Item) => Row,
  ): Map<string, Row> {
    const rows = new Map<string, Row>();
    const seen = new Map<string, Place>();
    for (const [index, item] of this.#listAt(place, items).entries()) {
      const here = placeIn(place, index);
      const row = this.row(here, item, schema, store);
      const id = idOf(item);
      const twin = seen.get(id);
      if (twin) this.report(memberOf(here, 'id'), 'id of its own', `the id of ${twin.path}`);
      if (id !== '') seen.set(id, here);
      if (row !== undefined) rows.set(id, row);
    }
    return rows;
  }

  /** One resource as a row; `undefined` when there is something wrong with it. */
  row<Item, Row>(place: Place, item: Item, schema: Schema, store: (item: Item) => Row): Row | undefined {
    const issues = check(schema, item);
    for (const issue of issues) this.#issues.push(issueAt(place, issue));
    if (issues.length > 0) return undefined;
    try {
      return store(item);
    } catch {
      this.report(place, 'what JSON can hold', 'a cycle, a bigint or too deep a nesting');
      return undefined;
    }
  }

  /** The entries of a part that goes by workspace id, each with its place. */
  entries<Value>(
    place: Place,
    part: Readonly<Record<string, Value>> | undefined,
    workspaceIds: ReadonlySet<string>,
  ): { readonly id: string; readonly here: Place; readonly value: Value }[] {
    if (part === undefined || !this.isObject(place, part)) return [];
    const seen = new Set<string>();
    return Object.entries(part).map(([key, value]) => {
      const here = placeIn(place, key);
      const id = key.toLowerCase();
      if (!workspaceIds.has(id)) this.report(here, "id of one of the seed's workspaces", 'another key');
      if (seen.has(id)) this.report(here, 'id of its own', 'an id that differs from another in case alone');
      seen.add(id);
      return { id, here, value };
    });
  }

  /** Whether something is an object; reports it otherwise. */
  isObject(place: Place, value: unknown): boolean {
    if (typeName(value) === 'object') return true;
    this.report(place, 'object', typeName(value));
    return false;
  }

  #listAt<Item>(place: Place, items: readonly Item[] | undefined): readonly Item[] {
    const type = items === undefined ? 'array' : typeName(items);
    if (type === 'array') return items ?? [];
    this.report(place, 'array', type);
    return [];
  }
}

/** The id of an item that may not be one, in lower case; empty when it has none. */
export function idOf(item: unknown): string {
  const id: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' ? id.toLowerCase() : '';
}
