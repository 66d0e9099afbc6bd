import type { ActivityEntry } from '@mock-services/sdk';
import { urlOf } from '@mock-services/sdk/activity';
import type { Queries } from '@mock-services/sdk/query';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from './problem.tsx';

interface Props {
  readonly queries: Queries;
}

/** The failed exchanges of a workspace, which the user chooses. */
export function Failures({ queries }: Props) {
  const [chosen, setChosen] = useState<string>();
  const { data = [], error } = useQuery(queries.workspaces.list());
  const workspaceId = chosen ?? data[0]?.id;
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">Failed exchanges</h2>
      {error && <Problem error={error} />}
      <label>
        Workspace{' '}
        <select value={workspaceId} onChange={({ target }) => setChosen(target.value)}>
          {data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {workspaceId !== undefined && <Log workspaceId={workspaceId} queries={queries} />}
    </section>
  );
}

function Log({ workspaceId, queries }: Props & { readonly workspaceId: string }) {
  const { data, error, isPending } = useQuery({
    ...queries.activity.list(workspaceId),
    refetchInterval: 2000,
    select: latestFailures,
  });
  return (
    <>
      {isPending && <p role="status">Loading the log…</p>}
      {error && <Problem error={error} />}
      {data?.length === 0 && <p>No exchange failed.</p>}
      <ol>
        {data?.map((entry) => (
          <li key={entry.id}>
            <b>{entry.response.statusCode}</b>
            <div>
              <span>
                {entry.request.method} {urlOf(entry)}
              </span>
              <small>
                <time dateTime={entry.timestamp}>{new Date(entry.timestamp).toLocaleString()}</time>
              </small>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function latestFailures(entries: readonly ActivityEntry[]): ActivityEntry[] {
  return entries
    .filter(({ response }) => response.statusCode >= 400)
    .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
    .slice(0, 20);
}
