import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { JournalEntry, JournalFields } from '@mock-services/fake-server/core';
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { Select } from '../select/select.tsx';
import { StatusMark } from '../activity/table/status-mark.tsx';
import { counted, figures, VisibleText } from '../text/visible-text.tsx';
import { Time } from '../time/time.tsx';
import { ActionProblem, Field, keepCache, textIn, useAction } from './action.tsx';
import type { FakeControl, ReceivedRequests } from './control.ts';
import styles from './fake-panel.module.css';
import { fakeKeys } from './keys.ts';

/** Interval between reads of the journal, in milliseconds. */
const interval = 3000;

/** Maximum number of requests, and maximum number of reasons, to show. */
const most = { requests: 200, reasons: 20 } as const;

interface Props {
  readonly control: FakeControl;
  readonly isShown: boolean;
}

/** Shows the requests that the fake server received, and lets the user search them. */
export function Journal({ control, isShown }: Props) {
  const { data, error } = useQuery({
    queryKey: fakeKeys.journal,
    queryFn: control.journal,
    refetchInterval: interval,
    enabled: isShown,
  });
  const find = useAction(control.findRequests, keepCache);
  const clear = useAction(control.clearJournal, (cache) =>
    cache.invalidateQueries({ queryKey: fakeKeys.journal }),
  );
  const found = find.data;
  return (
    <>
      {data !== undefined && <Verdict journal={data} />}
      <SearchForm onSearch={find.mutate} />
      <div className="bar">
        {found !== undefined && (
          <button type="button" onClick={find.reset}>
            Show all
          </button>
        )}
        <button type="button" onClick={() => clear.mutate()}>
          Clear the journal
        </button>
      </div>
      <ActionProblem error={find.error ?? clear.error ?? error} />
      {found !== undefined && found.found.length === 0 && (
        <pre className={styles['explanation']} role="status">
          <VisibleText text={found.explanation} most="message" />
        </pre>
      )}
      {found === undefined ? (
        data !== undefined && <Requests label="Received requests" entries={data.entries} />
      ) : (
        <Requests label="Found requests" entries={found.found} />
      )}
    </>
  );
}

/** Shows whether the journal is clean. If the journal is not clean, lists the reasons. */
function Verdict({ journal }: { readonly journal: ReceivedRequests }) {
  const { entries, problems, clean, reasons } = journal;
  return (
    <>
      <p role="status">
        {counted(entries.length, 'request')}, {figures(problems.length)} with a problem.{' '}
        <strong>{clean ? 'Clean' : 'Not clean'}</strong>
      </p>
      {reasons.length > 0 && (
        <ul className={styles['reasons']} aria-label="Why the journal is not clean">
          {reasons.slice(0, most.reasons).map((reason, index) => (
            // Use the index as the key, because reasons have no id.
            <li key={index}>
              <VisibleText text={reason} most="cell" />
            </li>
          ))}
          {reasons.length > most.reasons && <li>and {figures(reasons.length - most.reasons)} more</li>}
        </ul>
      )}
    </>
  );
}

const any = 'any operation' as const;

function SearchForm({ onSearch }: { readonly onSearch: (fields: JournalFields) => void }) {
  const [operation, setOperation] = useState<OperationId | typeof any>(any);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const method = textIn(event.currentTarget, 'method').toUpperCase();
    const path = textIn(event.currentTarget, 'path');
    onSearch({
      ...(operation !== any && { operation }),
      ...(method !== '' && { method }),
      ...(path !== '' && { path }),
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Select
        label="Operation of the requests"
        options={[any, ...operationIds].map((each) => [each] as const)}
        value={operation}
        onChange={setOperation}
      />
      <Field label="Method of the requests" name="method" placeholder="any" />
      <Field label="Path of the requests, with its query" name="path" placeholder="any" />
      <div className="bar">
        <button type="submit">Find requests</button>
      </div>
    </form>
  );
}

/** List of requests, newest first. */
function Requests(props: { readonly label: string; readonly entries: readonly JournalEntry[] }) {
  const { label, entries } = props;
  return (
    <>
      <ol className={styles['list']} aria-label={label}>
        {entries
          .slice(-most.requests)
          .toReversed()
          .map((entry) => (
            <Request key={entry.number} entry={entry} />
          ))}
      </ol>
      {entries.length > most.requests && (
        <p className="muted">
          This list shows the newest {most.requests} of {figures(entries.length)} requests.
        </p>
      )}
    </>
  );
}

function Request({ entry }: { readonly entry: JournalEntry }) {
  const { time, method, path, status, operation, fault, problem } = entry;
  return (
    <li className={styles['request']} data-problem={problem !== undefined}>
      <p>
        <StatusMark status={status} />{' '}
        <strong>
          <VisibleText text={method} most="option" />
        </strong>{' '}
        <VisibleText text={path} most="cell" />
      </p>
      <p className="muted">
        <Time timestamp={time} />
        {operation !== undefined && (
          <>
            {' · '}
            <VisibleText text={operation} most="option" />
          </>
        )}
        {fault !== undefined && ` · fault ${fault} applied`}
      </p>
      {problem !== undefined && (
        <p className={styles['trouble']}>
          Problem: <VisibleText text={problem} most="cell" />
        </p>
      )}
    </li>
  );
}
