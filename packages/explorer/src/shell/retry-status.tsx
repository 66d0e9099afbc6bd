import { useSyncExternalStore } from 'react';
import type { RetryEvent } from '@mock-services/sdk';
import { useConnection } from '../service/connection.ts';
import { statusText } from '../text/status.ts';
import styles from './shell.module.css';

const calls: Readonly<Record<RetryEvent['operation'], string>> = {
  listActivity: 'Reading the log',
  clearActivity: 'Clearing the log',
  listMockServices: 'Reading the mock services',
  getMockService: 'Reading the mock service',
  createMockService: 'Creating the mock service',
  updateMockService: 'Saving the mock service',
  deleteMockService: 'Deleting the mock service',
  listWorkspaces: 'Reading the workspaces',
  getWorkspaceConfiguration: 'Reading the configuration',
};

/** Shows which request is being retried, and why. */
export function RetryStatus() {
  const { health } = useConnection();
  const retry = useSyncExternalStore(health.subscribe, () => health.current().retry);
  return (
    <p className={styles['retry-status']} role="status" data-shown={retry !== undefined}>
      {retry !== undefined &&
        `${calls[retry.operation]}: ${retry.status === undefined ? 'no response' : statusText(retry.status)}; trying again`}
    </p>
  );
}
