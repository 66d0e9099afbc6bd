import './exchange.css';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import { useMemo, useState } from 'react';
import { StatusMark } from '../table/status-mark.tsx';
import { Time } from '../time/time.tsx';
import { Body } from './body/body.tsx';
import { CopyButton } from './copy/copy-button.tsx';
import { withoutCredentials } from './credentials.ts';
import { LongText } from './long-text.tsx';
import { Pairs } from './pairs.tsx';

interface Props {
  readonly entry: ActivityEntry;
  /** The exchange that it is compared with. */
  readonly other?: ActivityEntry | undefined;
  /** Distinguishes it from `other`: `first`. */
  readonly name?: string | undefined;
}

/**
 * A recorded exchange: request and response side by side, or stacked on narrow pages. Credentials are masked until the
 * user asks for them, which lasts as long as the exchange is shown.
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
  const label = (part: string): string => (name === undefined ? part : `${part} of the ${name} exchange`);
  const query = queryOf(request.path);
  return (
    <div className="exchange">
      <div className="exchange-bar">
        <CopyButton entry={entry} shown={shown} leavesOut={shown !== entry} />
        {masked !== entry && (
          <button type="button" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            Show credentials
          </button>
        )}
      </div>
      <div className="exchange-sides">
        <section aria-label={label('Request')}>
          <h3>Request</h3>
          <p className="exchange-start">
            <b>
              <LongText text={request.method} slice={100} />
            </b>{' '}
            <LongText text={request.path} slice={2000} />
          </p>
          <p className="body-note">
            <LongText text={`${request.hostname}:${request.port}`} slice={500} /> ·{' '}
            <Time timestamp={entry.timestamp} />
          </p>
          {query.length > 0 && (
            <>
              <h4>Query</h4>
              <Pairs pairs={query} label={label('Query')} others={against && queryOf(against.request.path)} />
            </>
          )}
          <h4>Headers</h4>
          <Pairs
            pairs={Object.entries(request.headers)}
            label={label('Request headers')}
            others={against && Object.entries(against.request.headers)}
          />
          <h4>Body</h4>
          <Body message={entry.request} label={label('Request body')} entry={entry} />
        </section>
        <section aria-label={label('Response')}>
          <h3>Response</h3>
          <p className="exchange-start">
            <StatusMark status={response.statusCode} isLong />
          </p>
          <p className="body-note">after {response.responseTimeMs} ms</p>
          <h4>Headers</h4>
          <Pairs
            pairs={Object.entries(response.headers)}
            label={label('Response headers')}
            others={against && Object.entries(against.response.headers)}
          />
          <h4>Body</h4>
          <Body message={entry.response} label={label('Response body')} entry={entry} />
        </section>
      </div>
    </div>
  );
}

/** The decoded query parameters of a path, in its order. */
function queryOf(path: string): [name: string, value: string][] {
  const query = /\?([^#]*)/.exec(path)?.[1];
  return query === undefined ? [] : [...new URLSearchParams(query)];
}
