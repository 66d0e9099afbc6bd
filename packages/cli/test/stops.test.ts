/** Ctrl+C in every command: a read ends at once, and a write is completed. */
import type { OperationId } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { fileWith, idOf, serviceWith, titlesOf } from './support.ts';

const seed = {
  mockServices: [{ title: 'A' }],
  workspaces: [{ id: idOf(1), name: 'Checkout' }],
  activity: { [idOf(1)]: [{}] },
};

/** Runs a command, and presses Ctrl+C while the service handles a request. */
async function stoppedDuring(
  command: string,
  operation: OperationId,
  hasC = false,
  reason: 'SIGINT' | 'SIGTERM' = 'SIGINT',
) {
  const { fake, run } = await serviceWith(seed);
  if (hasC) fake.mockServices.add({ title: 'C' });
  const stopping = new AbortController();
  const match = () => (stopping.abort(reason), true);
  fake.faults.add({ operation, delay: 500, match });
  const file = fileWith({ mockServices: [{ title: 'A', type: 'X' }, { title: 'B' }] });
  const args = command.split(' ').map((arg) => (arg === 'FILE' ? file : arg));
  const ended = await run(args, { stopped: stopping.signal });
  const operations = new Set(fake.journal.entries().map((entry) => entry.operation));
  return { fake, ended, isReached: operations.has(operation) };
}

test.each<[string, OperationId]>([
  ['list', 'listMockServices'],
  ['workspaces', 'listWorkspaces'],
  ['get A', 'listMockServices'],
  ['get A', 'getMockService'],
  ['delete A --yes', 'listMockServices'],
  ['dump', 'listMockServices'],
  ['dump', 'getMockService'],
  ['dump --workspaces', 'listWorkspaces'],
  ['dump --workspaces', 'getWorkspaceConfiguration'],
  ['dump --activity Checkout', 'listActivity'],
  ['diff FILE', 'listMockServices'],
  ['diff FILE', 'getMockService'],
  ['apply FILE', 'listMockServices'],
  ['apply FILE', 'getMockService'],
  ['har Checkout', 'listWorkspaces'],
  ['har Checkout', 'listActivity'],
  ['tail Checkout', 'listWorkspaces'],
  ['tail Checkout', 'listActivity'],
  ['wait Checkout', 'listWorkspaces'],
  ['wait Checkout', 'listActivity'],
  ['clear Checkout --yes', 'listWorkspaces'],
])('%s ends at once after Ctrl+C during %s, and changes nothing', async (command, operation) => {
  const { fake, ended, isReached } = await stoppedDuring(command, operation);
  const stderr = /^(tail|wait)/.test(command) ? '' : 'Stopped.\n';
  expect(ended).toEqual({ code: 130, stdout: '', stderr });
  expect([isReached, titlesOf(fake), fake.activity.list(idOf(1)).length]).toEqual([true, ['A'], 1]);
});

test.each<[string, OperationId, string[], number, number, string]>([
  ['delete A --yes', 'deleteMockService', [], 1, 0, 'Deleted "A"'],
  ['clear Checkout --yes', 'clearActivity', ['A REST'], 0, 0, ''],
  // Steps come in this order: create B, update A, delete C.
  ['apply FILE --delete --yes', 'createMockService', ['A REST', 'C REST', 'B REST'], 1, 130, 'created "B"'],
  ['apply FILE --delete --yes', 'updateMockService', ['A X', 'C REST', 'B REST'], 1, 130, 'updated "A"'],
  ['apply FILE --delete --yes', 'deleteMockService', ['A X', 'B REST'], 1, 0, 'deleted "C"'],
])(
  '%s completes the write during which Ctrl+C comes: %s',
  async (command, operation, left, entries, code, printed) => {
    const { fake, ended, isReached } = await stoppedDuring(command, operation, command.startsWith('apply'));
    const services = fake.mockServices.list().map(({ title, type }) => `${title} ${type}`);
    expect([isReached, services, fake.activity.list(idOf(1)).length]).toEqual([true, left, entries]);
    expect([ended.code, ended.stdout]).toEqual([code, expect.stringContaining(printed)]);
    expect(ended.stderr).not.toMatch(/fail|abort/i);
  },
);

test.each<[string, OperationId]>([
  ['list', 'listMockServices'],
  ['workspaces', 'listWorkspaces'],
  ['get A', 'getMockService'],
  ['delete A --yes', 'listMockServices'],
  ['dump', 'getMockService'],
  ['diff FILE', 'getMockService'],
  ['apply FILE', 'getMockService'],
  ['apply FILE', 'createMockService'],
  ['apply FILE --json', 'createMockService'],
  ['har Checkout', 'listActivity'],
  ['tail Checkout', 'listWorkspaces'],
  ['tail Checkout', 'listActivity'],
  ['wait Checkout', 'listActivity'],
  ['clear Checkout --yes', 'listWorkspaces'],
])('%s exits with 143 after SIGTERM during %s, and with 130 after Ctrl+C', async (command, operation) => {
  for (const [reason, expected] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    const { ended, isReached } = await stoppedDuring(command, operation, false, reason);
    expect([reason, ended.code, isReached]).toEqual([reason, expected, true]);
  }
});
