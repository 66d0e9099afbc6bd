import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JournalEntry } from '@mock-services/fake-server/core';
import { fakeKeys } from '../service/connection.ts';
import { Exchange } from '../exchange/exchange.tsx';
import { StatusMark } from '../ui/status.tsx';
import { counted, figures, VisibleText } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { ActionProblem, useAction } from './action.tsx';
import type { FakeControl } from './detect.ts';
import styles from './fake.module.css';

const mostShown = { requests: 200, reasons: 20 } as const;

export function Journal({ control }: { readonly control: FakeControl }) {
  const { data, error } = useQuery({
    queryKey: fakeKeys.journal,
    queryFn: control.journal.read,
    refetchInterval: 1000,
  });
  const clear = useAction(control.journal.clear);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const [opened, open] = useState<number>();
  if (data === undefined) return <ActionProblem error={error} />;
  const { entries, problems, clean, reasons } = data;
  const shown = onlyProblems ? problems : entries;
  const exchange = shown.find(({ number }) => number === opened);
  return (
    <>
      <p role="status">
        {counted(entries.length, 'request')}, {figures(problems.length)} with a problem.{' '}
        <strong>{clean ? 'Clean' : 'Not clean'}</strong>
      </p>
      {reasons.length > 0 && (
        <ul className={styles['list']} aria-label="Why the journal is not clean">
          {reasons.slice(0, mostShown.reasons).map((reason, index) => (
            <li key={index} data-problem>
              <VisibleText text={reason} most="cell" />
            </li>
          ))}
        </ul>
      )}
      <div className="bar">
        <label className="bar">
          <input
            type="checkbox"
            checked={onlyProblems}
            onChange={({ currentTarget }) => setOnlyProblems(currentTarget.checked)}
          />
          Only problems
        </label>
        <button type="button" className="small" onClick={() => clear.mutate()}>
          Clear the journal
        </button>
      </div>
      <ActionProblem error={clear.error ?? error} />
      {exchange && <Exchange key={exchange.number} entry={exchange} onClose={() => open(undefined)} />}
      <ol className={styles['list']} aria-label="Received requests">
        {shown
          .slice(-mostShown.requests)
          .toReversed()
          .map((entry) => (
            <Request key={entry.number} entry={entry} onOpen={() => open(entry.number)} />
          ))}
      </ol>
      {shown.length > mostShown.requests && (
        <p className="muted">
          Newest {mostShown.requests} of {figures(shown.length)}
        </p>
      )}
    </>
  );
}

function Request({ entry, onOpen }: { readonly entry: JournalEntry; readonly onOpen: () => void }) {
  const { number, timestamp, request, response, operation, fault, problem } = entry;
  return (
    <li data-problem={problem !== undefined}>
      <p>
        <StatusMark status={response.statusCode} />{' '}
        <strong>
          <VisibleText text={request.method} most="option" />
        </strong>{' '}
        <VisibleText text={request.path} most="cell" />{' '}
        <button type="button" className="small" aria-label={`Show request ${number}`} onClick={onOpen}>
          Show
        </button>
      </p>
      <p className="muted">
        <Time timestamp={timestamp} />
        {operation !== undefined && ` · ${operation}`}
        {fault !== undefined && ` · fault ${fault}`}
      </p>
      {problem !== undefined && (
        <p className="error">
          <VisibleText text={problem} most="cell" />
        </p>
      )}
    </li>
  );
}
