/** The filters in the address that can be applied at once; `search.ts` has the other one. */
import type { ActivityEntry } from '@mock-services/sdk';
import { readable } from '../../exchange/url.ts';
import type { Route } from '../../route/route.ts';

export type Filters = Pick<Route, 'method' | 'status' | 'path' | 'host'>;

type Test = (entry: ActivityEntry) => boolean;

/** The entries that pass all filters. */
export function filter(log: readonly ActivityEntry[], filters: Filters): readonly ActivityEntry[] {
  const tests = testsOf(filters);
  return tests.length === 0 ? log : log.filter((entry) => tests.every((passes) => passes(entry)));
}

/** The entries of a time range, both ends included. */
export function within(
  log: readonly ActivityEntry[],
  { since, until }: Pick<Route, 'since' | 'until'>,
): readonly ActivityEntry[] {
  if (since === undefined && until === undefined) return log;
  const [from, to] = [Date.parse(since ?? '') || -Infinity, Date.parse(until ?? '') || Infinity];
  return log.filter(({ timestamp }) => {
    const at = Date.parse(timestamp);
    return at >= from && at <= to;
  });
}

function testsOf({ method, status, path, host }: Filters): Test[] {
  const tests: Test[] = [];
  if (method !== undefined)
    tests.push(({ request }) => request.method.toUpperCase() === method.toUpperCase());
  if (status !== undefined) {
    const wanted = status.replace('xx', '');
    tests.push(({ response }) => String(response.statusCode).slice(0, wanted.length) === wanted);
  }
  if (path !== undefined) {
    const contains = containing(path);
    tests.push(({ request }) => contains(request.path));
  }
  if (host !== undefined) {
    const contains = containing(host);
    tests.push(({ request }) => contains(`${request.hostname}:${request.port}`));
  }
  return tests;
}

/** Whether a URL or a part of it contains a text, in any letter case; `*` stands for anything. */
function containing(wanted: string): (url: string) => boolean {
  const parts = wanted.toLowerCase().split('*');
  return (url) => {
    const text = readable(url).toLowerCase();
    let from = 0;
    return parts.every((part) => {
      const at = text.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  };
}
