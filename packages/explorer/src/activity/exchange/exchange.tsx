import { type ActivityEntry, redact } from '@mock-services/sdk/activity';
import { type ReactNode, useMemo, useState } from 'react';
import { StatusMark } from '../table/status-mark.tsx';
import { Time } from '../../time/time.tsx';
import { Body } from './body/body.tsx';
import type { RecordedMessage } from './body/read-body.ts';
import { CopyAs } from './copy/copy-as.tsx';
import { LongText } from './long-text.tsx';
import bodyStyles from './body/body.module.css';
import styles from './exchange.module.css';

interface Props {
  readonly entry: ActivityEntry;
  /** Exchange to compare `entry` with. */
  readonly other?: ActivityEntry | undefined;
  /** Name of the exchange in labels, such as `first`, if two exchanges are compared. */
  readonly name?: string | undefined;
}

/**
 * Shows a recorded exchange. The request and response are side by side, or stacked on a narrow page. Credentials are hidden
 * until the user shows them, and are hidden again when the user opens another exchange.
 */
export function Exchange(props: Props) {
  return <OneExchange key={props.entry.id} {...props} />;
}

function OneExchange({ entry, other, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  const masked = useMemo(() => withoutCredentials(entry), [entry]);
  const shown = isOpen ? entry : masked;
  const against = useMemo(() => other && (isOpen ? other : withoutCredentials(other)), [other, isOpen]);
  const { request, response } = shown;
  const query = queryOf(request.path);
  const common = { entry, name };
  return (
    <div className={styles['exchange']}>
      <div className="bar bar-apart">
        <CopyAs entry={entry} shown={shown} leavesOut={shown !== entry} />
        {masked !== entry && (
          <button type="button" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            Show credentials
          </button>
        )}
      </div>
      <div className={styles['sides']}>
        <Side side="request" message={request} other={against?.request} {...common}>
          <p className={styles['start']}>
            <b>
              <LongText text={request.method} slice={100} />
            </b>{' '}
            <LongText text={request.path} slice={2000} />
          </p>
          <p className={bodyStyles['note']}>
            <LongText text={`${request.hostname}:${request.port}`} slice={500} /> ·{' '}
            <Time timestamp={entry.timestamp} />
          </p>
          {query.length > 0 && (
            <>
              <h4>Query</h4>
              <NameValueList
                pairs={query}
                label={labelOf('Query', name)}
                others={against && queryOf(against.request.path)}
              />
            </>
          )}
        </Side>
        <Side side="response" message={response} other={against?.response} {...common}>
          <p className={styles['start']}>
            <StatusMark status={response.statusCode} isLong />
          </p>
          <p className={bodyStyles['note']}>after {response.responseTimeMs} ms</p>
        </Side>
      </div>
    </div>
  );
}

/** Shows the request or the response. Credentials are masked in headers and paths, but not in bodies. */
function Side(props: {
  readonly side: 'request' | 'response';
  readonly message: RecordedMessage;
  readonly other: RecordedMessage | undefined;
  readonly entry: ActivityEntry;
  readonly name: string | undefined;
  readonly children: ReactNode;
}) {
  const { side, message, other, entry, name, children } = props;
  const title = side === 'request' ? 'Request' : 'Response';
  return (
    <section aria-label={labelOf(title, name)}>
      <h3>{title}</h3>
      {children}
      <h4>Headers</h4>
      <NameValueList
        pairs={Object.entries(message.headers)}
        label={labelOf(`${title} headers`, name)}
        others={other && Object.entries(other.headers)}
      />
      <h4>Body</h4>
      <Body message={entry[side]} label={labelOf(`${title} body`, name)} entry={entry} />
    </section>
  );
}

type Pair = readonly [name: string, value: string];

/** List of names and values, for headers and query parameters. */
function NameValueList(props: {
  readonly pairs: readonly Pair[];
  readonly label: string;
  /**
   * Names and values from the other exchange in a comparison. The list marks each pair that is in `pairs` but not in
   * `others`.
   */
  readonly others?: readonly Pair[] | undefined;
}) {
  const { pairs, label, others } = props;
  if (pairs.length === 0) return <p className={bodyStyles['note']}>None</p>;
  const known = others && new Set(others.map(keyOf));
  return (
    <dl className={styles['pairs']} aria-label={label}>
      {pairs.map((pair, index) => {
        const [name, value] = pair;
        const isOwn = known?.has(keyOf(pair)) === false;
        return (
          // Use the index as the key, because a parameter may occur more than once.
          <div key={index} data-own={isOwn}>
            <dt>
              <LongText text={name} slice={500} />
            </dt>
            <dd>
              <LongText text={value} slice={2000} />
              {isOwn && <span className="visually-hidden"> (differs)</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const keyOf = ([name, value]: Pair): string => `${name.toLowerCase()}: ${value}`;

const labelOf = (part: string, name: string | undefined): string =>
  name === undefined ? part : `${part} of the ${name} exchange`;

/** Returns the decoded query parameters of a path in their original order. */
function queryOf(path: string): [name: string, value: string][] {
  const query = /\?([^#]*)/.exec(path)?.[1];
  return query === undefined ? [] : [...new URLSearchParams(query)];
}

/** Returns a copy of an entry without credentials, or the same object if what the user can copy contains no credentials. */
function withoutCredentials(entry: ActivityEntry): ActivityEntry {
  const [masked] = redact([entry]);
  return masked === undefined || shownOf(masked) === shownOf(entry) ? entry : masked;
}

function shownOf({ request, response }: ActivityEntry): string {
  return JSON.stringify([request.path, request.headers, request.bodyBase64Encoded, response.headers]);
}
