import { memo } from 'react';
import { type StatusKind, statusKindNames } from '../table/status.ts';
import type { Buckets } from './buckets.ts';
import { spokenTime } from './axis-times.ts';

/** The figures of the bars as a table, for screen readers. */
export const BucketTable = memo(
  (props: { readonly buckets: Buckets; readonly kinds: readonly StatusKind[] }) => {
    const { buckets, kinds } = props;
    return (
      <div className="visually-hidden">
        <table>
          <caption>Requests by time and status class</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {statusKindNames[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets.starts.map((start, index) => (
              <tr key={start}>
                <th scope="row">{spokenTime(start)}</th>
                {kinds.map((kind) => (
                  <td key={kind}>{buckets.counts[kind][index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  },
);
BucketTable.displayName = 'BucketTable';
