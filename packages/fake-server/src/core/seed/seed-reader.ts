import { check, typeName, type Issue } from '@mock-services/sdk/contract';
import { SeedError } from '../errors.ts';
import { jsonCopy } from '../json-copy.ts';
import { issueAt, fieldPath, pathIn, type IssuePath } from './issue-path.ts';

type Schema = Parameters<typeof check>[0];

/** Reads a seed part by part and collects every issue, so that one error can list them all. */
export class SeedReader {
  readonly #issues: Issue[] = [];

  report(path: IssuePath, expected: string, received: string): void {
    this.#issues.push({ ...path, expected, received });
  }

  /** @throws {SeedError} when anything was wrong. */
  finish(): void {
    if (this.#issues.length > 0) throw new SeedError(this.#issues);
  }

  /** A list of resources as rows by id, in lower case. */
  rows<Item, Row>(
    path: IssuePath,
    items: readonly Item[] | undefined,
    schema: Schema,
    store: (item: Item) => Row,
  ): Map<string, Row> {
    const rows = new Map<string, Row>();
    const seen = new Map<string, IssuePath>();
    for (const [index, item] of this.#listAt(path, items).entries()) {
      const here = pathIn(path, index);
      const { copy, row } = this.#read(here, item, schema, store);
      const id = idOf(copy);
      const twin = seen.get(id);
      if (twin) this.report(fieldPath(here, 'id'), 'id of its own', `the id of ${twin.path}`);
      if (id !== '') seen.set(id, here);
      if (row !== undefined) rows.set(id, row);
    }
    return rows;
  }

  /** One resource as a row; `undefined` when there is something wrong with it. */
  row<Item, Row>(path: IssuePath, item: Item, schema: Schema, store: (item: Item) => Row): Row | undefined {
    return this.#read(path, item, schema, store).row;
  }

  /** The entries of a part that goes by workspace id, each with its path. */
  entries<Value>(
    path: IssuePath,
    part: Readonly<Record<string, Value>> | undefined,
    workspaceIds: ReadonlySet<string>,
  ): { readonly id: string; readonly here: IssuePath; readonly value: Value }[] {
    if (part === undefined || !this.isObject(path, part)) return [];
    const seen = new Set<string>();
    return Object.entries(part).map(([key, value]) => {
      const here = pathIn(path, key);
      const id = key.toLowerCase();
      if (!workspaceIds.has(id)) this.report(here, "id of one of the seed's workspaces", 'another key');
      if (seen.has(id)) this.report(here, 'id of its own', 'an id that differs from another in case alone');
      seen.add(id);
      return { id, here, value };
    });
  }

  /** Whether something is an object; reports it otherwise. */
  isObject(path: IssuePath, value: unknown): boolean {
    if (typeName(value) === 'object') return true;
    this.report(path, 'object', typeName(value));
    return false;
  }

  #read<Item, Row>(path: IssuePath, item: Item, schema: Schema, store: (item: Item) => Row) {
    const json = jsonCopy(item);
    const issues = 'copy' in json ? check(schema, json.copy) : [json.issue];
    for (const issue of issues) this.#issues.push(issueAt(path, issue));
    if ('issue' in json) return { copy: undefined, row: undefined };
    return { copy: json.copy, row: issues.length === 0 ? store(json.copy) : undefined };
  }

  #listAt<Item>(path: IssuePath, items: readonly Item[] | undefined): readonly Item[] {
    const type = items === undefined ? 'array' : typeName(items);
    if (type === 'array') return items ?? [];
    this.report(path, 'array', type);
    return [];
  }
}

/** The id of an item that may not be one, in lower case; empty when it has none. */
export function idOf(item: unknown): string {
  const id: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' ? id.toLowerCase() : '';
}
