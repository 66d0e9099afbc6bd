import { useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { isFiltered, withoutFilters, type Route } from '../../route/route.ts';
import { updateRoute, navigate } from '../../route/navigation.ts';
import { type Option, Select } from '../../select/select.tsx';
import { statusText } from '../../text/status.ts';
import { figures, visibly } from '../../text/visible-text.ts';
import { FilterText } from './filter-text.tsx';
import type { Found } from './use-found.ts';

interface Props {
  readonly log: readonly ActivityEntry[];
  readonly route: Route;
  readonly found: Found;
}

const any: Option = ['', 'Any'];
const classes = ['2xx', '3xx', '4xx', '5xx'];

/** Filters of the entries. They are in the address, so that they can be shared and undone. */
export function FilterBar({ log, route, found }: Props) {
  const { method = '', status = '' } = route;
  const methods = useMemo(() => distinct(log, ({ request }) => request.method, method), [log, method]);
  const codes = useMemo(
    () => distinct(log, ({ response }) => String(response.statusCode), status),
    [log, status],
  );
  const hasFilters = isFiltered(route);
  return (
    <form
      className="filters bar"
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <FilterText name="search" label="Search" placeholder="URLs, headers, bodies" value={route.search} />
      <div className="filter">
        <Select
          label="Method"
          options={[any, ...methods.map((each): Option => [each, visibly(each, 'option')])]}
          value={method}
          onChange={(chosen) => updateRoute({ method: chosen })}
        />
      </div>
      <div className="filter">
        <Select
          label="Status"
          options={[
            any,
            ...classes.map((each): Option => [each]),
            ...codes
              .filter((code) => !classes.includes(code))
              .map((code): Option => [code, visibly(statusText(Number(code)), 'option')]),
          ]}
          value={status}
          onChange={(chosen) => updateRoute({ status: chosen })}
        />
      </div>
      <FilterText name="path" label="Path" placeholder="orders/*/items" value={route.path} />
      <FilterText name="host" label="Host" placeholder="shop.example" value={route.host} />
      <p className="filters-count" role="status">
        {hasFilters
          ? `${figures(found.entries.length)} of ${figures(log.length)}`
          : `${figures(log.length)} exchanges`}
        {found.left > 0 && ` · searching ${figures(found.left)} more`}
        {found.unread > 0 && ` · ${figures(found.unread)} with bodies that cannot be searched`}
      </p>
      {hasFilters && (
        <button type="button" className="quiet" onClick={() => navigate(withoutFilters(route))}>
          Clear filters
        </button>
      )}
    </form>
  );
}

/** The values that occur and the selected one, sorted. */
function distinct(
  log: readonly ActivityEntry[],
  valueOf: (entry: ActivityEntry) => string,
  chosen: string,
): string[] {
  return [...new Set([chosen, ...log.map(valueOf)])].filter((value) => value !== '').sort();
}
