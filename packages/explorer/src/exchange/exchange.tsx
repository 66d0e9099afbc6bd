import './exchange.css';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import { useMemo, useState } from 'react';
import { StatusMark } from '../table/status-mark.tsx';
import { Body } from './body.tsx';
import { withoutCredentials } from './credentials.ts';
import { CurlButton } from './curl-button.tsx';
import { Headers } from './headers.tsx';
import { LongText } from './long-text.tsx';

/**
 * A recorded exchange: request and response side by side, or stacked on narrow pages. Credentials are masked until the
 * user asks for them, which lasts as long as the exchange is shown.
 */
export function Exchange({ entry }: { readonly entry: ActivityEntry }) {
  return <OneExchange key={entry.id} entry={entry} />;
}

function OneExchange({ entry }: { readonly entry: ActivityEntry }) {
  const [isOpen, setOpen] = useState(false);
  const masked = useMemo(() => withoutCredentials(entry), [entry]);
  const { request, response } = isOpen ? entry : masked;
  return (
    <div className="exchange">
      <div className="exchange-bar">
        <CurlButton entry={entry} includeCredentials={isOpen} leavesOut={masked !== entry && !isOpen} />
        {masked !== entry && (
          <button type="button" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            Show credentials
          </button>
        )}
      </div>
      <div className="exchange-sides">
        <section aria-label="Request">
          <h3>Request</h3>
          <p className="exchange-start">
            <b>
              <LongText text={request.method} slice={100} />
            </b>{' '}
            <LongText text={request.path} slice={2000} />
          </p>
          <p className="body-note">
            <LongText text={`${request.hostname}:${request.port}`} slice={500} />
          </p>
          <h4>Headers</h4>
          <Headers headers={request.headers} label="Request headers" />
          <h4>Body</h4>
          <Body message={entry.request} label="Request body" entry={entry} />
        </section>
        <section aria-label="Response">
          <h3>Response</h3>
          <p className="exchange-start">
            <StatusMark status={response.statusCode} isLong />
          </p>
          <p className="body-note">after {response.responseTimeMs} ms</p>
          <h4>Headers</h4>
          <Headers headers={response.headers} label="Response headers" />
          <h4>Body</h4>
          <Body message={entry.response} label="Response body" entry={entry} />
        </section>
      </div>
    </div>
  );
}
