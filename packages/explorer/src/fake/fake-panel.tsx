import './fake-panel.css';
import { useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import { useNow } from '../service/connection.ts';
import type { Route } from '../route/route.tsx';
import { timeText, useZone } from '../time/time.tsx';
import { FaultControls } from './fault-controls.tsx';
import { TrafficControls } from './traffic-controls.tsx';

interface Props {
  readonly fake: FakeServer;
  readonly route: Route;
  readonly isOpen: boolean;
}

const steps = [
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['7d', '7 days'],
] as const;

/** Controls of the fake server: traffic, faults, clock and reset. */
export function FakePanel({ fake, route, isOpen }: Props) {
  const cache = useQueryClient();
  const zone = useZone();
  // What it shows of the fake has no events.
  useNow();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const readAgain = (): void => {
    redraw();
    void cache.invalidateQueries();
  };
  const reset = (): void => {
    fake.reset();
    redraw();
    // Ids start again too, so cached data could be mistaken for the new.
    void cache.resetQueries();
  };
  return (
    <aside className="fake-panel" aria-label="Fake server" hidden={!isOpen}>
      <h2>Fake server</h2>
      <TrafficControls fake={fake} open={route.view === 'activity' ? route.workspace : undefined} />
      <FaultControls fake={fake} onChange={readAgain} />
      <fieldset>
        <legend>Clock</legend>
        <p className="mono">{timeText(fake.clock.now(), zone)}</p>
        <div className="panel-buttons bar">
          {steps.map(([by, name]) => (
            <button
              key={by}
              type="button"
              aria-label={`Advance the clock by ${name}`}
              onClick={() => {
                fake.clock.advance(by);
                readAgain();
              }}
            >
              +{name}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>World</legend>
        <p className="muted">
          {fake.mockServices.list().length} mock services, {fake.workspaces.list().length} workspaces
        </p>
        <p className="muted">
          Data, clock and faults survive a reload until this tab is closed, as far as a browser keeps them:
          about 5 MB. Traffic stops, and an opened file is closed.
        </p>
        <div className="panel-buttons bar">
          <button type="button" className="danger" onClick={reset}>
            Reset to the beginning
          </button>
        </div>
      </fieldset>
    </aside>
  );
}
