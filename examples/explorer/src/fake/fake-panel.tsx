import './fake-panel.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import type { Place } from '../place/place.ts';
import { FaultControls } from './fault-controls.tsx';
import { TrafficControls } from './traffic-controls.tsx';

interface Props {
  readonly fake: FakeServer;
  readonly place: Place;
}

const steps = [
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['7d', '7 days'],
] as const;

/** What the fake server can do: traffic, faults, time, and a new beginning. */
export function FakePanel({ fake, place }: Props) {
  const cache = useQueryClient();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(redraw, 1000);
    return () => clearInterval(timer);
  }, []);
  const readAgain = (): void => {
    redraw();
    void cache.invalidateQueries();
  };
  const reset = (): void => {
    fake.reset();
    redraw();
    // The identifiers begin anew too, so nothing that was read may be taken for what is there now.
    void cache.resetQueries();
  };
  return (
    <aside className="fake-panel" aria-label="Fake server">
      <h2>Fake server</h2>
      <p className="muted">
        It plays the service in this page. What is done here is kept when the page is reloaded, up to some 5
        MB.
      </p>
      <TrafficControls fake={fake} open={place.view === 'activity' ? place.workspace : undefined} />
      <FaultControls fake={fake} onChange={readAgain} />
      <fieldset>
        <legend>Clock</legend>
        <p className="mono">{new Date(fake.clock.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC</p>
        <div className="panel-buttons">
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
        <div className="panel-buttons">
          <button type="button" className="danger" onClick={reset}>
            Reset to the beginning
          </button>
        </div>
      </fieldset>
    </aside>
  );
}
