import { useId, useMemo, type ReactNode } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { filterNames, withoutFilters, type Route } from '../../route/route.ts';
import { updateRoute, navigate } from '../../route/navigation.ts';
import { statusText } from '../../text/status.ts';
import type { Found } from './use-found.ts';
import { figures, visibly } from '../../text/visible-text.ts';
import { FilterText } from './filter-text.tsx';

interface Props {
  readonly log: readonly ActivityEntry[];
  readonly route: Route;
  readonly found: Found;
}

const classes = ['2xx', '3xx', '4xx', '5xx'];

/** Filters of the entries. They are in the address, so that they can be shared and undone. */
export function FilterBar({ log, route, found }: Props) {
  const id = useId();
  const methods = useMemo(
    () => distinct(log, ({ request }) => request.method, route.method),
    [log, route.method],
  );
  const codes = useMemo(
    () => distinct(log, ({ response }) => String(response.statusCode), route.status),
    [log, route.status],
  );
  const isFiltered = filterNames.some((name) => route[name] !== undefined);
  return (
    <form className="filters" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <FilterText name="search" label="Search" placeholder="URLs, headers, bodies" value={route.search} />
      <Choice
        id={`${id}m`}
        label="Method"
        value={route.method}
        onChange={(method) => updateRoute({ method })}
      >
        {methods.map((method) => (
          <option key={method} value={method}>
            {visibly(method, 'option')}
          </option>
        ))}
      </Choice>
      <Choice
        id={`${id}s`}
        label="Status"
        value={route.status}
        onChange={(status) => updateRoute({ status })}
      >
        {classes.map((status) => (
          <option key={status}>{status}</option>
        ))}
        {codes
          .filter((code) => !classes.includes(code))
          .map((code) => (
            <option key={code} value={code}>
              {visibly(statusText(Number(code)), 'option')}
            </option>
          ))}
      </Choice>
      <FilterText name="path" label="Path" placeholder="orders/*/items" value={route.path} />
      <FilterText name="host" label="Host" placeholder="shop.example" value={route.host} />
      <p className="filters-count" role="status">
        {isFiltered
          ? `${figures(found.entries.length)} of ${figures(log.length)}`
          : `${figures(log.length)} exchanges`}
        {found.left > 0 && ` · searching ${figures(found.left)} more`}
        {found.unread > 0 && ` · ${figures(found.unread)} with bodies that cannot be searched`}
      </p>
      {isFiltered && (
        <button type="button" className="quiet" onClick={() => navigate(withoutFilters(route))}>
          Clear filters
        </button>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly children: ReactNode;
}

function Choice({ id, label, value = '', onChange, children }: ChoiceProps) {
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      >
        <option value="">Any</option>
        {children}
      </select>
    </div>
  );
}

/** The values that occur and the selected one, sorted. */
function distinct(
  log: readonly ActivityEntry[],
  valueOf: (entry: ActivityEntry) => string,
  chosen: string | undefined,
): string[] {
  const values = new Set(log.map(valueOf));
  if (chosen !== undefined) values.add(chosen);
  return [...values].sort();
}
