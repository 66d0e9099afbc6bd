import { useId, useState } from 'react';
import type { Workspace } from '@mock-services/sdk';
import { Link } from '../route/link.tsx';
import { switchView, type Route } from '../route/route.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Time } from '../time/time.tsx';
import { Configuration } from './configuration.tsx';
import { spanText } from './span.ts';

interface Props {
  readonly workspace: Workspace;
  readonly now: number;
  readonly route: Route;
}

export function Row({ workspace: { id, name, createdAt, expiresAt }, now, route }: Props) {
  const [isOpen, setOpen] = useState(false);
  const region = useId();
  const [from, until] = [Date.parse(createdAt), Date.parse(expiresAt)];
  const left = until - now;
  const isExpired = left <= 0;
  const share = Math.min(1, Math.max(0, left / (until - from)));
  return (
    <li className="workspace" data-expired={isExpired}>
      <div className="workspace-name">
        <h2>
          <Link to={switchView(route, { view: 'activity', workspace: id })}>
            <VisibleText text={name} most="name" />
          </Link>
        </h2>
        <span className="mono muted">
          <VisibleText text={id} most="name" />
        </span>
      </div>
      <div className="workspace-life">
        <span className="badge" data-kind={isExpired ? 'expired' : left < 86_400_000 ? 'soon' : 'fine'}>
          {isExpired ? `Expired ${spanText(-left)} ago` : `${spanText(left)} left`}
        </span>
        <span className="life-bar" aria-hidden="true">
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
      </div>
      <dl className="workspace-dates">
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
      <div className="workspace-actions">
        <button type="button" aria-expanded={isOpen} aria-controls={region} onClick={() => setOpen(!isOpen)}>
          Configuration
          <span className="visually-hidden">
            {' '}
            of <VisibleText text={name} most="name" />
          </span>
        </button>
        <Link className="button" to={switchView(route, { view: 'activity', workspace: id })}>
          Activity
          <span className="visually-hidden">
            {' '}
            of <VisibleText text={name} most="name" />
          </span>
        </Link>
      </div>
      <div id={region} className="workspace-configuration" hidden={!isOpen}>
        {isOpen && <Configuration id={id} />}
      </div>
    </li>
  );
}
