import { fakeTest } from '@mock-services/fake-server/vitest';
import { describe, expect } from 'vitest';
import { idOf, workspace } from '../support/samples.ts';
import { messageOf } from './message-of.ts';

const test = fakeTest({ seed: { workspaces: [workspace(1), workspace(2)] } });
const order = { request: { method: 'POST', url: 'https://shop.example/orders?token=hunter2' } };

describe('toHaveRecorded', () => {
  test('passes when an entry matches', ({ fake }) => {
    fake.activity.record(idOf(1), order);
    expect(fake).toHaveRecorded(idOf(1));
    expect(fake).toHaveRecorded(idOf(1), { method: 'post', path: '/orders' });
    expect(fake).not.toHaveRecorded(idOf(2));
    expect(fake).not.toHaveRecorded(idOf(1), { method: 'GET' });
  });

  test('can ask for a number of entries', ({ fake }) => {
    fake.activity.record(idOf(1), order);
    fake.activity.record(idOf(1), order);
    expect(fake).toHaveRecorded(idOf(1), { path: '/orders' }, { times: 2 });
    expect(fake).toHaveRecorded(idOf(2), {}, { times: 0 });
    const message = messageOf(() => expect(fake).toHaveRecorded(idOf(1), { path: '/orders' }, { times: 1 }));
    expect(message).toContain(
      'to have exactly 1 entry that matches\n\n2 entries match:\n1. POST shop.example/orders',
    );
  });

  test('shows the nearest entries when none matches', ({ fake }) => {
    fake.activity.record(idOf(1), order);
    const message = messageOf(() => expect(fake).toHaveRecorded(idOf(1), { method: 'POST', status: 503 }));
    expect(message).toContain(
      `expected the activity log of workspace ${idOf(1)} to have an entry that matches`,
    );
    expect(message).toContain('No entry matches, of 1 recorded. The nearest:');
    expect(message).toMatch(/status: expected 503, recorded 200/);
    expect(message).not.toContain('hunter2');
  });

  test('shows the entries that it should not have found', ({ fake }) => {
    for (let i = 0; i < 7; i += 1) fake.activity.record(idOf(1), order);
    const message = messageOf(() => expect(fake).not.toHaveRecorded(idOf(1), { method: 'POST' }));
    expect(message).toContain(
      'not to have an entry that matches\n\n7 entries match:\n1. POST shop.example/orders',
    );
    expect(message).toMatch(/\n… and 2 more$/);
    expect(message).not.toContain('hunter2');
  });

  test('works with expect.soft, expect.poll and the expect of a test', async ({ fake, expect }) => {
    setTimeout(() => fake.activity.record(idOf(1), order), 20);
    await expect.poll(() => fake).toHaveRecorded(idOf(1), { path: '/orders' });
    expect.soft(fake).toHaveRecorded(idOf(1));
    await expect(Promise.resolve(fake)).resolves.toHaveRecorded(idOf(1));
  });

  test('says so when the workspace is unknown, or it is not given a fake server', ({ fake }) => {
    expect(() => expect(fake).toHaveRecorded(idOf(404))).toThrow(/workspace/);
    for (const other of [undefined, null, 'fake', {}, { activity: [] }]) {
      expect(() => expect(other).toHaveRecorded(idOf(1))).toThrow(
        'toHaveRecorded() is a matcher for fake servers',
      );
    }
  });
});
