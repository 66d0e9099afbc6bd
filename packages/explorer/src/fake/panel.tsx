import { type ReactNode, useState } from 'react';
import { updateRoute } from '../route/route.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Clock } from './clock.tsx';
import type { FakeControl } from './detect.ts';
import { Data } from './data.tsx';
import { Faults } from './faults.tsx';
import { Journal } from './journal.tsx';
import { Worlds } from './worlds.tsx';
import styles from './fake.module.css';

export function FakePanel({ control }: { readonly control: FakeControl }) {
  return (
    <aside className={`overlay ${styles['panel']}`} aria-label="Fake server">
      <div className="bar">
        <h2>Fake server</h2>
        <button
          type="button"
          className="end"
          onClick={() => updateRoute({ panel: undefined }, { replace: true })}
        >
          Close
        </button>
      </div>
      <ErrorBoundary>
        <Section title="Faults" isOpen>
          <Faults control={control} />
        </Section>
        <Section title="Clock" isOpen>
          <Clock control={control} />
        </Section>
        <Section title="Data" isOpen>
          <Data control={control} />
        </Section>
        {control.hasWorlds && (
          <Section title="World" isOpen>
            <Worlds list={control.listWorlds} />
          </Section>
        )}
        <Section title="Journal">
          <Journal control={control} />
        </Section>
      </ErrorBoundary>
    </aside>
  );
}

function Section(props: { readonly title: string; readonly isOpen?: boolean; readonly children: ReactNode }) {
  const { title, children } = props;
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  return (
    <details aria-label={title} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {isOpen && <div className={styles['body']}>{children}</div>}
    </details>
  );
}
