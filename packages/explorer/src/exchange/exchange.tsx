import type { ActivityEntry } from '@mock-services/sdk';
import { redact, urlOf } from '@mock-services/sdk/activity';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { updateRoute } from '../route/route.tsx';
import { StatusMark } from '../ui/status.tsx';
import { LongText } from '../ui/text.tsx';
import { durationText, Time } from '../ui/time.tsx';
import { Body } from './body.tsx';
import { CopyMenu } from './copy-menu.tsx';
import styles from './exchange.module.css';

interface ExchangeProps {
  readonly entry: ActivityEntry;
  readonly onClose?: () => void;
}

/** On a narrow page, the exchange covers the log and receives the focus. */
export function Exchange({ entry, onClose = close }: ExchangeProps) {
  const [areShown, setShown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const masked = useMemo(() => withoutCredentials(entry), [entry]);
  const shown = areShown ? entry : masked;
  const { request, response } = shown;
  const isBesideLog = onClose === close;
  useEffect(() => {
    const pane = heading.current?.closest('section');
    const covers = pane !== null && pane !== undefined && getComputedStyle(pane).position === 'fixed';
    // Beside the log, the focus stays in the table, so that the arrow keys show one exchange after another.
    if (covers || !isBesideLog) heading.current?.focus();
  }, [isBesideLog]);
  return (
    <section className="surface overlay" aria-label="Exchange">
      <div
        role="presentation"
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose();
        }}
      >
        <header className={styles['head']}>
          <h2 ref={heading} tabIndex={-1}>
            <b>
              <LongText text={request.method} slice={100} />
            </b>{' '}
            <LongText text={urlOf(shown)} slice={2000} />
          </h2>
          <button type="button" onClick={onClose}>
            Close
          </button>
          <div className="bar">
            <StatusMark status={response.statusCode} isLong />
            <span>{durationText(response.responseTimeMs)}</span>
            <span className="muted">
              <Time timestamp={entry.timestamp} />
            </span>
          </div>
          <div className="bar">
            <CopyMenu entry={entry} shown={shown} leavesOut={shown !== entry} />
            {masked !== entry && (
              <button type="button" aria-pressed={areShown} onClick={() => setShown(!areShown)}>
                Show credentials
              </button>
            )}
          </div>
        </header>
        <div className={styles['sides']}>
          <Side title="Request" side="request" entry={entry} headers={request.headers}>
            <Pairs title="Query" pairs={queryOf(request.path)} />
          </Side>
          <Side title="Response" side="response" entry={entry} headers={response.headers} />
        </div>
      </div>
    </section>
  );
}

/** Moves the focus to the exchange's row, which may be hidden until the page is rendered again. */
function close(): void {
  updateRoute({ entry: undefined });
  setTimeout(() => document.querySelector<HTMLElement>('#table [tabindex="0"]')?.focus());
}

function Side(props: {
  readonly title: string;
  readonly side: 'request' | 'response';
  readonly entry: ActivityEntry;
  readonly headers: Readonly<Record<string, string>>;
  readonly children?: ReactNode;
}) {
  const { title, side, entry, headers, children } = props;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
      <Body side={side} label={`${title} body`} entry={entry} />
      <Pairs title="Headers" label={`${title} headers`} pairs={Object.entries(headers)} />
    </section>
  );
}

type Pair = readonly [name: string, value: string];

function Pairs(props: { readonly title: string; readonly label?: string; readonly pairs: readonly Pair[] }) {
  const { title, label = title, pairs } = props;
  if (pairs.length === 0) return null;
  return (
    <details className={styles['pairs']} open>
      <summary>
        {title} <span className="muted">{pairs.length}</span>
      </summary>
      <dl aria-label={label}>
        {pairs.map(([name, value], index) => (
          // Use the index as the key, because a parameter may occur more than once.
          <div key={index}>
            <dt>
              <LongText text={name} slice={500} />
            </dt>
            <dd>
              <LongText text={value} slice={2000} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function queryOf(path: string): Pair[] {
  const query = /\?([^#]*)/.exec(path)?.[1];
  return query === undefined ? [] : [...new URLSearchParams(query)];
}

function withoutCredentials(entry: ActivityEntry): ActivityEntry {
  const [masked] = redact([entry]);
  return masked === undefined || shownOf(masked) === shownOf(entry) ? entry : masked;
}

function shownOf({ request, response }: ActivityEntry): string {
  return JSON.stringify([request.path, request.headers, request.bodyBase64Encoded, response.headers]);
}
