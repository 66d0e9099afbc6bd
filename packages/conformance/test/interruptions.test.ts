/** Loses or aborts each request of each case, one at a time, in virtual time. */
import { cases, createContext, type CaseOutcome, type ConformanceCase } from '@mock-services/conformance';
import { expect, test, vi } from 'vitest';
import { allAllowed, listOf, serviceWith, tickingClock, type Service } from './support.ts';

type Fetch = Service['fetch'];

interface Disturbed {
  readonly outcome: CaseOutcome;
  readonly leftovers: readonly { readonly id: string | null }[];
  /** Ids of the mock services that the run created and that still exist. */
  readonly left: readonly string[];
  readonly requests: number;
}

/** Runs a case after the case `earlier`, and sends its request number `at` with `disturb`. */
async function runDisturbed(
  { run }: ConformanceCase,
  at: number,
  disturb: (
    send: () => Promise<Response>,
    controller: AbortController,
    service: Service,
  ) => Promise<Response>,
  earlier?: ConformanceCase,
): Promise<Disturbed> {
  const service = serviceWith(undefined, { clock: tickingClock() });
  const before = new Set(listOf(service.fake).map(({ id }) => id));
  const controller = new AbortController();
  let requests = Number.NEGATIVE_INFINITY;
  const fetch: Fetch = (url, init) => {
    const send = () => service.fetch(url, init);
    requests += 1;
    return requests === at ? disturb(send, controller, service) : send();
  };
  const context = createContext({ ...service, ...allAllowed, timeout: 50, fetch, signal: controller.signal });
  const act = async () => {
    // A first response shows that the service can be reached.
    await context.send('listWorkspaces');
    await earlier?.run(context);
    requests = 0;
    return { outcome: await run(context), leftovers: await context.cleanUp() };
  };
  const ending = act();
  const state = { hasEnded: false };
  const end = () => void (state.hasEnded = true);
  ending.then(end, end);
  while (!state.hasEnded) await vi.advanceTimersByTimeAsync(1);
  const left = listOf(service.fake).map(({ id }) => id);
  return { ...(await ending), left: left.filter((id) => !before.has(id)), requests };
}

const undisturbed = (send: () => Promise<Response>) => send();

/** A case with more requests is disturbed only in some of them, among them the last one. */
const maxDisturbances = 5;

/** Disturbs every case, and calls `check` with the disturbed and the undisturbed outcome. */
async function forEachRequest(
  disturb: Parameters<typeof runDisturbed>[2],
  check: (disturbed: Disturbed, usual: Disturbed, request: string) => void,
): Promise<void> {
  vi.useFakeTimers();
  try {
    for (const one of cases) {
      const usual = await runDisturbed(one, 0, undisturbed);
      expect([one.id, usual]).toMatchObject([one.id, { leftovers: [], left: [] }]);
      const step = Math.ceil(usual.requests / maxDisturbances);
      for (let at = usual.requests; at > 0; at -= step)
        check(await runDisturbed(one, at, disturb), usual, `${one.id}, request ${at}`);
    }
  } finally {
    vi.useRealTimers();
  }
}

/** Whether an observation says nothing else than the usual one. It may say less. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (part === 'not seen' || part === null) return true;
  if (typeof part !== 'object') return part === whole;
  if (Array.isArray(part)) return part.every((item) => (whole as unknown[]).includes(item));
  return Object.entries(part).every(([key, value]) =>
    isPartOf(value, (whole as Readonly<Record<string, unknown>>)[key]),
  );
}

/** Whether an outcome after a lost request claims nothing that the usual outcome does not. */
function isCredible(outcome: CaseOutcome, usual: CaseOutcome): boolean {
  if (outcome.outcome === 'failed') return outcome.message.includes('no response');
  if (outcome.outcome === 'observed')
    return usual.outcome === 'observed' && isPartOf(outcome.value, usual.value);
  return outcome.outcome === 'skipped' || outcome.outcome === usual.outcome;
}

test.each(['before', 'after'] as const)(
  'a request lost %s it takes effect is no evidence, and nothing is left behind',
  async (when) => {
    const lose = async (send: () => Promise<Response>) => {
      if (when === 'after') await send();
      throw new TypeError('fetch failed');
    };
    await forEachRequest(lose, ({ outcome, left, leftovers }, usual, request) => {
      const problem = isCredible(outcome, usual.outcome) ? [] : [outcome, usual.outcome];
      // The run cannot know whether a create without a response will still take effect.
      expect([request, problem, left, leftovers.filter(({ id }) => id !== null)]).toEqual([
        request,
        [],
        [],
        [],
      ]);
    });
  },
);

test('an aborted case is skipped or completed, and leaves no mock service behind', async () => {
  const abort = (send: () => Promise<Response>, controller: AbortController) => {
    controller.abort();
    return send();
  };
  await forEachRequest(abort, ({ outcome, left, leftovers }, usual, request) => {
    const aborted: CaseOutcome = { outcome: 'skipped', reason: 'the run was aborted' };
    expect([aborted, usual.outcome]).toContainEqual(outcome);
    expect([request, left, leftovers]).toEqual([request, [], []]);
  });
});

/** The open points with several parts, and the member of the observation that contains the parts by name. */
const severalParts = {
  'query-parameters': 'unknownParameter',
  'error-statuses': 'statuses',
  'required-fields': 'without',
  'header-value-types': 'kept',
  'error-conditions': 'statuses',
};

test.each(Object.entries(severalParts))(
  '%s: a lost request of one part leaves out only this part, and the result names it',
  async (point, member) => {
    const partsOf = (outcome: CaseOutcome) =>
      Object.entries(
        outcome.outcome === 'observed' ? ((outcome.value as Record<string, object>)[member] ?? {}) : {},
      );
    const [one, creates] = [point, 'create-answer'].map((name) => cases.find(({ id }) => id === name)) as [
      ConformanceCase,
      ConformanceCase,
    ];
    const lose = () => Promise.reject(new TypeError('fetch failed'));
    const lost = new Set<string>();
    vi.useFakeTimers();
    try {
      const usual = await runDisturbed(one, 0, undisturbed, creates);
      const parts = partsOf(usual.outcome);
      expect(parts.length).toBeGreaterThan(1);
      for (let at = 1; at <= usual.requests; at += 1) {
        const { outcome } = await runDisturbed(one, at, lose, creates);
        if (outcome.outcome !== 'observed') continue;
        const missing = (outcome.missing ?? []).map((part) => part.replace(/ \(.*/s, ''));
        expect(partsOf(outcome)).toEqual(parts.filter(([name]) => !missing.includes(name)));
        if (missing.length === 1) for (const name of missing) lost.add(name);
      }
      expect([...lost].sort()).toEqual(parts.map(([name]) => name).sort());
    } finally {
      vi.useRealTimers();
    }
  },
);
