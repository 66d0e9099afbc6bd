/** What is shown, which the page's address determines. */
import { type ComponentProps, type MouseEvent, useMemo, useSyncExternalStore } from 'react';
import { onEvents } from '../window/on-events.ts';

interface Parameter {
  readonly expected: string;
  readonly isValid: (text: string) => boolean;
}

const matching = (expected: string, pattern: RegExp): Parameter => ({
  expected,
  isValid: (text) => pattern.test(text),
});

const anything: Parameter = { expected: 'some text', isValid: (text) => text !== '' };

const uuid = '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}';

const timestamp: Parameter = {
  expected: 'an ISO 8601 UTC timestamp',
  isValid: (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
};

/** The name of a world of a fake server. `.` and `..` are steps of a path. */
export const worldName = /^(?!\.{1,2}$)[\w.-]{1,128}$/;

/** In the order of the address. */
const parameters = {
  service: anything,
  world: matching('the name of a world', worldName),
  view: matching('workspaces, services or activity', /^(workspaces|services|activity)$/),
  workspace: matching('the id of a workspace, or file', new RegExp(`^(${uuid}|file)$`, 'i')),
  mock: matching('the id of a mock service, or new', new RegExp(`^(${uuid}|new)$`, 'i')),
  method: matching('an HTTP method', /^[\w!#$%&'*+.^`|~-]+$/),
  status: matching('a status such as 404, or a class such as 5xx', /^([1-5]xx|\d{3})$/),
  path: anything,
  host: anything,
  search: anything,
  since: timestamp,
  until: timestamp,
  sort: matching('a column, or -column for descending', /^-?(time|method|path|status|host|ms)$/),
  entry: anything,
  compare: anything,
  panel: matching('fake', /^fake$/),
} satisfies Record<string, Parameter>;

type ParameterName = keyof typeof parameters;

/** The parameters of the page's address, which determine what is shown. */
export type Route = { readonly [Name in ParameterName]?: string | undefined };

/** A route, and the invalid parameters of the address. */
export interface ParsedRoute {
  readonly route: Route;
  /** Parameters that were left out, with the reason. */
  readonly ignored: readonly string[];
}

const names = Object.keys(parameters) as ParameterName[];

/** Parses the query of an address. Invalid parameters are left out and reported; they never throw. */
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

/** The query string of a route. */
export function hrefOf(route: Route): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const text = route[name];
    if (text !== undefined && text !== '') query.set(name, text);
  }
  // A slash has no meaning in a query, and paths are easier to read with it.
  return `?${query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

/** The parameters that filter the entries of a log. */
const filterNames = ['search', 'method', 'status', 'path', 'host', 'since', 'until'] as const;

/** Whether a route has filters. */
export function isFiltered(route: Route): boolean {
  return filterNames.some((name) => route[name] !== undefined);
}

/** A route without its filters. */
export function withoutFilters(route: Route): Route {
  return { ...route, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) };
}

/** The route to another view, which keeps only the service, its world and the panel. */
export function switchView({ service, world, panel }: Route, to: Route): Route {
  return { service, world, panel, ...to };
}

/** Event for own navigation: browsers only report going back and forward. */
const navigated = 'explorer:navigated';

const subscribe = onEvents('popstate', navigated);

/** The current route, and the parameters of the address that are invalid. */
export function useRoute(): ParsedRoute {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => parseRoute(search), [search]);
}

/** Goes to a route. `replace` replaces the current entry of the history. */
export function navigate(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(route);
  if (href === location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(navigated));
}

/** Changes parameters of the current route. */
export function updateRoute(changes: Route, options?: { readonly replace?: boolean }): void {
  navigate({ ...parseRoute(location.search).route, ...changes }, options);
}

/** A link to a route, without reloading the page. */
export function Link({ to, ...rest }: { readonly to: Route } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
