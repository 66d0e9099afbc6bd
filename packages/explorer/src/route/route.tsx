import { type ComponentProps, type MouseEvent, useMemo, useSyncExternalStore } from 'react';
import { onEvent } from '../ui/events.ts';

interface Parameter {
  readonly expected: string;
  readonly isValid: (text: string) => boolean;
}

const matching = (expected: string, pattern: RegExp): Parameter => ({
  expected,
  isValid: (text) => pattern.test(text),
});

const anything = matching('some text', /./);

const timestamp: Parameter = {
  expected: 'an ISO 8601 UTC timestamp',
  isValid: (text) => /^\d{4}-.*T.*Z$/.test(text) && !Number.isNaN(Date.parse(text)),
};

/** Time ranges that end now, and their lengths in minutes. */
export const spans: ReadonlyMap<string, number> = new Map([
  ['5m', 5],
  ['1h', 60],
  ['24h', 1440],
]);

/** `.` and `..` are invalid names of worlds, because the name is a segment of a URL path. */
const worldName = /^(?!\.{1,2}$)[\w.-]{1,128}$/;

/** The order of the parameters is their order in the URL. */
const parameters = {
  service: anything,
  world: matching('the name of a world', worldName),
  view: matching('workspaces, services or activity', /^(workspaces|services|activity)$/),
  workspace: anything,
  mock: anything,
  method: matching('an HTTP method', /^[\w!#$%&'*+.^`|~-]+$/),
  status: matching('a status such as 404, or a class such as 5xx', /^([1-5]xx|\d{3})$/),
  path: anything,
  search: anything,
  since: {
    expected: `${timestamp.expected}, or one of ${[...spans.keys()].join(', ')}`,
    isValid: (text) => spans.has(text) || timestamp.isValid(text),
  },
  until: timestamp,
  sort: matching('a column, or -column for descending', /^-?(time|method|path|status|host|ms)$/),
  entry: anything,
  panel: matching('fake', /^fake$/),
} satisfies Record<string, Parameter>;

type ParameterName = keyof typeof parameters;

export type Route = { readonly [Name in ParameterName]?: string | undefined };

export interface ParsedRoute {
  readonly route: Route;
  /** Messages about ignored parameters, such as `sort: expected a column`. */
  readonly ignored: readonly string[];
}

const names = Object.keys(parameters) as ParameterName[];

/** Ignores and reports invalid parameters, and never throws. */
export function parseRoute(search: string): ParsedRoute {
  const query = new URLSearchParams(search);
  const route: Partial<Record<ParameterName, string>> = {};
  const ignored: string[] = [];
  for (const name of names) {
    const text = query.get(name);
    if (text === null || text === '') continue;
    if (parameters[name].isValid(text)) route[name] = text;
    else ignored.push(`${name}: expected ${parameters[name].expected}`);
  }
  return { route, ignored };
}

export function hrefOf(route: Route): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const text = route[name];
    if (text !== undefined && text !== '') query.set(name, text);
  }
  // Keep slashes and colons readable, because a query string may contain them unencoded.
  return `?${query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

const filterNames = ['search', 'method', 'status', 'path', 'since', 'until'] as const;

export function isFiltered(route: Route): boolean {
  return filterNames.some((name) => route[name] !== undefined);
}

export function withoutFilters(route: Route): Route {
  return { ...route, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) };
}

export function switchView({ service, world, panel }: Route, to: Route): Route {
  return { service, world, panel, ...to };
}

const subscribe = onEvent('popstate');

export function useRoute(): ParsedRoute {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => parseRoute(search), [search]);
}

export function navigate(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(route);
  if (href === location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState({ isOfPage: true }, '', href);
  // Browsers dispatch `popstate` only for the back and forward buttons.
  dispatchEvent(new Event('popstate'));
}

export function updateRoute(changes: Route, options?: { readonly replace?: boolean }): void {
  navigate({ ...parseRoute(location.search).route, ...changes }, options);
}

export function Link({ to, ...rest }: { readonly to: Route } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
