import { useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { FilterField } from '../route/filter-field.tsx';
import { spans, updateRoute, type Route } from '../route/route.tsx';
import { Select, type Option } from '../ui/controls.tsx';
import { visibly } from '../ui/text.tsx';
import { useZone, wallTime } from '../ui/time.tsx';
import styles from './log.module.css';

const classes = ['2xx', '3xx', '4xx', '5xx'];

/** The URL contains the filters, so the user can share them and undo changes with the back button. */
export function FilterBar({ log, route }: { readonly log: readonly ActivityEntry[]; readonly route: Route }) {
  const { method = '', status = '' } = route;
  const methods = useMemo(() => distinct(log, ({ request }) => request.method, method), [log, method]);
  const codes = useMemo(
    () => distinct(log, ({ response }) => String(response.statusCode), status),
    [log, status],
  );
  return (
    <form
      className={styles['filters']}
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <span className={styles['search']}>
        <FilterField
          name="search"
          type="search"
          aria-label="Search URLs, headers and bodies"
          placeholder="Search URLs, headers and bodies"
          value={route.search}
        />
        <kbd className="for-keyboards" aria-hidden="true">
          /
        </kbd>
      </span>
      <Select
        label="Method"
        isBare
        options={[['', 'Method'], ...methods.map((each): Option => [each, visibly(each, 'option')])]}
        value={method}
        onChange={(chosen) => updateRoute({ method: chosen })}
      />
      <Select
        label="Status"
        isBare
        options={[
          ['', 'Status'],
          ...classes.map((each): Option => [each]),
          ...codes.filter((code) => !classes.includes(code)).map((code): Option => [code]),
        ]}
        value={status}
        onChange={(chosen) => updateRoute({ status: chosen })}
      />
      <span>
        <FilterField
          name="path"
          aria-label="Path"
          placeholder="Path (/a/*)"
          title="Part of a path, or a pattern for the whole path as in the SDK: * is any text within a segment, ** any text, :id one segment"
          value={route.path}
        />
      </span>
      <TimeSelect since={route.since} until={route.until} />
    </form>
  );
}

function distinct(
  log: readonly ActivityEntry[],
  valueOf: (entry: ActivityEntry) => string,
  chosen: string,
): string[] {
  return [...new Set([chosen, ...log.map(valueOf)])].filter((value) => value !== '').sort();
}

const spanTexts: readonly Option[] = [
  ['5m', 'Last 5 min'],
  ['1h', 'Last hour'],
  ['24h', 'Last 24 h'],
];

function TimeSelect({ since, until }: Pick<Route, 'since' | 'until'>) {
  const zone = useZone();
  const isSpan = since !== undefined && spans.has(since) && until === undefined;
  const isRange = !isSpan && (since !== undefined || until !== undefined);
  const brief = (time: string | undefined) =>
    time === undefined ? '…' : spans.has(time) ? time : wallTime(Date.parse(time), zone).slice(11, 16);
  return (
    <Select
      label="Time"
      isBare
      options={[
        ['', 'Time'],
        ...spanTexts,
        ...(isRange
          ? [['range', `${brief(since)} to ${until === undefined ? 'now' : brief(until)}`] as const]
          : []),
      ]}
      value={isRange ? 'range' : (since ?? '')}
      onChange={(chosen) => {
        if (chosen !== 'range') updateRoute({ since: chosen, until: undefined });
      }}
    />
  );
}
