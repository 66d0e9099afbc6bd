import { parameters, type ParameterName } from './parameters.ts';

/** Where the user is: what the page's address says. Whatever is shown follows from it. */
export type Place = { readonly [Name in ParameterName]?: string | undefined };

/** A place, and what of the address has no meaning. */
export interface ReadPlace {
  readonly place: Place;
  /** Parameters that were left out, with the reason. */
  readonly ignored: readonly string[];
}

const names = Object.keys(parameters) as ParameterName[];

/** Reads the query of an address. What has no meaning is left out and told, never an error. */
export function readPlace(search: string): ReadPlace {
  const query = new URLSearchParams(search);
  const place: Partial<Record<ParameterName, string>> = {};
  const ignored: string[] = [];
  for (const name of names) {
    const text = query.get(name);
    if (text === null || text === '') continue;
    if (parameters[name].accepts(text)) place[name] = text;
    else ignored.push(`${name}: expected ${parameters[name].expected}`);
  }
  return { place, ignored };
}

/** The query of the address of a place, relative to the page. */
export function hrefOf(place: Place): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const text = place[name];
    if (text !== undefined && text !== '') query.set(name, text);
  }
  // A slash means nothing in a query, and paths read better with it.
  return `?${query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

/** The fields that say which entries of a log are shown. */
export const filterNames = ['method', 'status', 'path', 'host', 'since', 'until'] as const;

/** A place without its filters. */
export function withoutFilters(place: Place): Place {
  return { ...place, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) };
}

/** What remains of a place when the view changes: the service and the panel. */
export function elsewhere({ service, panel }: Place, to: Place): Place {
  return { service, panel, ...to };
}
