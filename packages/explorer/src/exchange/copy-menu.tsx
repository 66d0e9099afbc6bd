import { isActivityError, toCurl } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';
import { useState } from 'react';
import { copy, Menu } from '../ui/controls.tsx';
import { problemOf } from './read-body.ts';
import { writeFetch, writeMatcher } from './write-code.ts';

export function CopyMenu(props: {
  readonly entry: ActivityEntry;
  readonly shown: ActivityEntry;
  readonly leavesOut: boolean;
}) {
  const { entry, shown, leavesOut } = props;
  const [outcome, setOutcome] = useState('');
  const includeCredentials = !leavesOut;
  const action = (
    name: string,
    write: () => string,
    done = leavesOut ? 'Copied without credentials' : 'Copied',
  ) => ({
    name,
    run: () => {
      try {
        void copy(write(), done).then(setOutcome);
      } catch (error) {
        if (!isActivityError(error, 'unreadable-body')) throw error;
        setOutcome(problemOf(error));
      }
    },
  });
  return (
    <>
      <Menu
        label="Copy"
        actions={[
          action('curl command', () => toCurl(entry, { includeCredentials })),
          action('curl command for PowerShell', () =>
            toCurl(entry, { includeCredentials, shell: 'powershell' }),
          ),
          action('fetch call', () => writeFetch(shown)),
          action('SDK matcher', () => writeMatcher(shown)),
          action('Link to this exchange', () => location.href, 'Copied'),
        ]}
      />
      <span role="status" className="muted">
        {outcome}
      </span>
    </>
  );
}
