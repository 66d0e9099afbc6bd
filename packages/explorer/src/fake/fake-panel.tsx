import type { Route } from '../route/route.tsx';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { Clock } from './clock.tsx';
import type { FakeControl } from './control.ts';
import { Data } from './data.tsx';
import { Faults } from './faults.tsx';
import styles from './fake-panel.module.css';
import { Journal } from './journal.tsx';
import { RecordExchange } from './record-exchange.tsx';
import { Section } from './section.tsx';
import { Traffic } from './traffic.tsx';
import { Worlds } from './worlds.tsx';

interface Props {
  readonly control: FakeControl;
  readonly route: Route;
  readonly isOpen: boolean;
}

/** Panel that controls a fake server through its admin endpoints. */
export function FakePanel({ control, route, isOpen }: Props) {
  const { worlds } = control;
  const open = route.view === 'activity' ? route.workspace : undefined;
  const shown = (isUnfolded: boolean) => ({ control, isShown: isOpen && isUnfolded });
  return (
    <aside className={styles['panel']} aria-label="Fake server" hidden={!isOpen}>
      <h2>Fake server</h2>
      <ErrorBoundary>
        {worlds !== undefined && (
          <Section title="Worlds">
            {(isUnfolded) => <Worlds list={worlds} isShown={isOpen && isUnfolded} />}
          </Section>
        )}
        <Section title="Traffic">{() => <Traffic control={control} open={open} />}</Section>
        <Section title="Faults">{(isUnfolded) => <Faults {...shown(isUnfolded)} />}</Section>
        <Section title="Clock">{(isUnfolded) => <Clock {...shown(isUnfolded)} />}</Section>
        <Section title="Data">{(isUnfolded) => <Data {...shown(isUnfolded)} />}</Section>
        <Section title="Journal" isFolded>
          {(isUnfolded) => <Journal {...shown(isUnfolded)} />}
        </Section>
        <Section title="Record an exchange" isFolded>
          {() => <RecordExchange control={control} open={open} />}
        </Section>
      </ErrorBoundary>
    </aside>
  );
}
