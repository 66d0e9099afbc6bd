import { parameters, type ParameterName } from './parameters.ts';

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

/** The route to another view, which keeps only the service and the panel. */
export function switchView({ service, panel }: Route, to: Route): Route {
  return { service, panel, ...to };
}
