import { useId, useState } from 'react';
import type { MockServiceInput, Workspace } from '@mock-services/sdk';
import { useConfiguration } from '../data/queries.ts';
import { switchView, type Route, Link } from '../route/route.tsx';
import { Loaded } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Time } from '../time/time.tsx';
import styles from './overview.module.css';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Props {
  readonly workspace: Workspace;
  readonly now: number;
  readonly route: Route;
}

export function ListedWorkspace({ workspace: { id, name, createdAt, expiresAt }, now, route }: Props) {
  const [isOpen, setOpen] = useState(false);
  const region = useId();
  const [from, until] = [Date.parse(createdAt), Date.parse(expiresAt)];
  const left = until - now;
  const isExpired = left <= 0;
  const share = Math.min(1, Math.max(0, left / (until - from)));
  const ofWorkspace = (
    <span className="visually-hidden">
      {' '}
      of <VisibleText text={name} most="name" />
    </span>
  );
  const log = switchView(route, { view: 'activity', workspace: id });
  return (
    <li className={styles['workspace']} data-expired={isExpired}>
      <div className={styles['name']}>
        <h2>
          <Link to={log}>
            <VisibleText text={name} most="name" />
          </Link>
        </h2>
        <span className="mono muted">
          <VisibleText text={id} most="name" />
        </span>
      </div>
      <div className={styles['life']}>
        <span className={styles['badge']} data-kind={isExpired ? 'expired' : left < day ? 'soon' : 'fine'}>
          {isExpired ? `Expired ${spanText(-left)} ago` : `${spanText(left)} left`}
        </span>
        <span className={styles['life-bar']} aria-hidden="true">
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
      </div>
      <dl className={styles['dates']}>
        <div>
          <dt>Created</dt>
          <dd>
            <Time timestamp={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{isExpired ? 'Expired' : 'Expires'}</dt>
          <dd>
            <Time timestamp={expiresAt} />
          </dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <button type="button" aria-expanded={isOpen} aria-controls={region} onClick={() => setOpen(!isOpen)}>
          Configuration
          {ofWorkspace}
        </button>
        <Link className="button" to={log}>
          Activity
          {ofWorkspace}
        </Link>
      </div>
      <div id={region} className={styles['configuration']} hidden={!isOpen}>
        {isOpen && <Configuration id={id} />}
      </div>
    </li>
  );
}

/** Formats a duration in at most two units, such as `5 d 3 h`. */
function spanText(ms: number): string {
  const whole = Math.max(0, Math.floor(ms));
  if (whole >= day) return `${Math.floor(whole / day)} d ${Math.floor((whole % day) / hour)} h`;
  if (whole >= hour) return `${Math.floor(whole / hour)} h ${Math.floor((whole % hour) / minute)} min`;
  if (whole >= minute) return `${Math.floor(whole / minute)} min`;
  return `${Math.floor(whole / 1000)} s`;
}

/** Shows the configuration of a workspace, which has the same fields as a mock service. */
function Configuration({ id }: { readonly id: string }) {
  return (
    <Loaded query={useConfiguration(id)} label="Reading the configuration">
      {(configuration) => (
        <dl className={styles['facts']}>
          {factsOf(configuration).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {value === '' ? (
                  <span className="muted">none</span>
                ) : (
                  <VisibleText text={value} most="message" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  );
}

function factsOf({ title, type, config }: MockServiceInput): [name: string, value: string][] {
  const { cors, defaultResponseHeaders, upstreams } = config;
  const headers = Object.entries(defaultResponseHeaders);
  return [
    ['Title', title],
    ['Type', type],
    ['Allowed origins', cors.allowedOrigins.join(', ')],
    ['Allowed methods', cors.allowedMethods.join(', ')],
    ['Allowed headers', cors.allowedHeaders.join(', ')],
    [
      'Default response headers',
      headers.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n'),
    ],
    ['Upstreams', upstreams.map(({ name, url }) => `${name} → ${url}`).join('\n')],
  ];
}
