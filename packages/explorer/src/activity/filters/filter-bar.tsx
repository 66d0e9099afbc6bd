import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { isFiltered, withoutFilters, type Route, updateRoute, navigate } from '../../route/route.tsx';
import { type Option, Select } from '../../select/select.tsx';
import { statusText } from '../../text/status.ts';
import { figures, visibly } from '../../text/visible-text.tsx';
import type { Found } from './use-found.ts';
import styles from '../activity.module.css';

interface Props {
  readonly log: readonly ActivityEntry[];
  readonly route: Route;
  readonly found: Found;
}

const any: Option = ['', 'Any'];
const classes = ['2xx', '3xx', '4xx', '5xx'];

/**
 * Form with the filters. The URL contains the values of the filters, so the user can share filters and undo changes with the
 * back button.
 */
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
      className={`${styles['filters']} bar`}
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <FilterText name="search" label="Search" placeholder="URLs, headers, bodies" value={route.search} />
      <div className={styles['filter']}>
        <Select
          label="Method"
          options={[any, ...methods.map((each): Option => [each, visibly(each, 'option')])]}
          value={method}
          onChange={(chosen) => updateRoute({ method: chosen })}
        />
      </div>
      <div className={styles['filter']}>
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
      <p className={styles['count']} role="status">
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

/** Returns a sorted list of the selected value and all values in the log, without duplicates. */
function distinct(
  log: readonly ActivityEntry[],
  valueOf: (entry: ActivityEntry) => string,
  chosen: string,
): string[] {
  return [...new Set([chosen, ...log.map(valueOf)])].filter((value) => value !== '').sort();
}

/** Delay between the last keystroke and the change of the filter, in milliseconds. */
const typingDelay = 300;

/** Text filter that changes the URL after a pause in typing, so that the back button undoes the whole input. */
function FilterText(props: {
  readonly name: 'search' | 'path' | 'host';
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
}) {
  const { name, label, placeholder, value = '' } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A later effect could overwrite a keystroke that follows the change of the URL.
  useLayoutEffect(() => {
    // Update the field if the URL changed in another way, such as with the back button.
    if (input.current !== null && input.current.value.trim() !== value) input.current.value = value;
  }, [value]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  const set = (): void => {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    updateRoute({ [name]: text === '' ? undefined : text });
  };
  return (
    <div className={styles[name === 'search' ? 'search' : 'text']}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="search"
        defaultValue={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(set, typingDelay);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') set();
        }}
      />
    </div>
  );
}
