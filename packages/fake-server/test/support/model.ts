/**
 * A model of the fake server: arrays and a clock. It shares no code with the fake server, and describes what the
 * documentation promises about a sequence of calls.
 */
import type { ActivityEntry, MockService, MockServiceInput, OperationId } from '@mock-services/sdk/contract';

interface ModelWorkspace {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  configuration: MockService;
  log: ActivityEntry[];
}

export interface ModelFault {
  readonly operation: OperationId;
  /** The fault applies only to requests with this id in the path. */
  readonly of?: string;
  readonly status?: number;
  readonly takesEffect?: boolean;
  readonly delay?: number;
  readonly after?: number;
  readonly times?: number;
}

export interface ModelRequest {
  readonly operation?: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Received extends ModelRequest {
  readonly number: number;
  readonly time: string;
  readonly status: number;
  readonly fault: number | undefined;
  readonly isProblem: boolean;
}

/** The result of an operation. By default, the operation changes nothing. */
export interface Outcome {
  readonly status: number;
  readonly body?: unknown;
  readonly isProblem?: boolean;
  readonly isChange?: boolean;
}

export interface Limits {
  readonly maxActivityEntries: number;
  /** If it is 0, the journal is off. */
  readonly maxRequests: number;
  readonly maxWorldBytes: number;
}

export interface Settings extends Limits {
  readonly start: number;
  readonly latency: number;
  readonly onExpiry: 'keep' | 'hide' | 'gone';
}

export interface World {
  now: number;
  services: MockService[];
  workspaces: ModelWorkspace[];
  faults: (ModelFault & { readonly id: number; seen: number; used: number })[];
}

/** What the process remembers beside the world. No storage and no snapshot contains it. */
interface Journal {
  requests: Received[];
  problems: Received[];
  droppedProblems: number;
  lastRequest: number;
  /** Whether earlier requests are unknown, because the world was loaded from a storage. */
  isContinued: boolean;
}

const emptyJournal = (): Journal => ({
  requests: [],
  problems: [],
  droppedProblems: 0,
  lastRequest: 0,
  isContinued: false,
});

export const iso = (ms: number): string => new Date(ms).toISOString();
const hasId =
  (id: string) =>
  (one: { readonly id: string }): boolean =>
    one.id.toLowerCase() === id.toLowerCase();

/** Two bytes per character of the JSON of the data. */
export function bytesOf({ services, workspaces }: Pick<World, 'services' | 'workspaces'>): number {
  const data = workspaces.flatMap(({ configuration, log, ...workspace }) => [
    workspace,
    configuration,
    ...log,
  ]);
  return [...services, ...data].reduce((sum, one) => sum + 2 * JSON.stringify(one).length, 0);
}

export class Model {
  world: World;
  settings: Settings;
  /** The world that `reset()` restores. */
  initial: World;
  /** The world in the storage. */
  saved: World;
  readonly snapshots: World[] = [];
  /** Responses that wait, with the fault that delays them. */
  pending: { readonly fault: number | undefined; delay: number; isBroken: boolean }[] = [];
  /** The ids of the faults that `faults.add` returned. */
  handles: number[] = [];
  journal: Journal = emptyJournal();
  lastFault = 0;

  constructor(settings: Settings, seed: Pick<World, 'services' | 'workspaces'>) {
    this.settings = settings;
    this.world = this.initial = this.saved = worldOf(settings, seed);
    this.replace(this.initial);
  }

  /** Makes a change, unless the data would grow beyond its limit. Returns whether the change was made. */
  fits(change: () => void): boolean {
    const before = structuredClone(this.world);
    change();
    const bytes = bytesOf(this.world);
    const isFit = bytes <= this.settings.maxWorldBytes || bytes <= bytesOf(before);
    if (!isFit) Object.assign(this.world, before);
    return isFit;
  }

  /** Replaces the whole world, which removes all faults and breaks all connections that wait. */
  replace(world: World): void {
    this.#enter(world);
    for (const response of this.pending) response.isBroken = true;
    this.clearJournal();
    this.save();
  }

  #enter(world: World): void {
    this.world = structuredClone(world);
    this.lastFault = Math.max(this.lastFault, ...world.faults.map(({ id }) => id));
  }

  /** Opens the storage again with other limits, which apply from the next write. */
  reopen(limits: Limits): void {
    this.settings = { ...this.settings, ...limits };
    this.pending = [];
    this.handles = [];
    this.#enter(this.saved);
    this.journal = { ...emptyJournal(), isContinued: true };
  }

  #latest(requests: Received[]): Received[] {
    return requests.slice(Math.max(0, requests.length - this.settings.maxRequests));
  }

  seed(seed: Pick<World, 'services' | 'workspaces'>): void {
    this.initial = worldOf(this.settings, seed);
    this.replace(this.initial);
  }

  save(): void {
    this.saved = structuredClone(this.world);
  }

  /** Each write advances the clock by 1 ms. */
  stamp(): string {
    return iso(this.world.now++);
  }

  service(id: string): MockService | undefined {
    return this.world.services.find(hasId(id));
  }

  workspace(id: string): ModelWorkspace | undefined {
    return this.world.workspaces.find(hasId(id));
  }

  addService(id: string, input: MockServiceInput): void {
    const time = this.stamp();
    this.world.services.push({ id, ...input, createdAt: time, updatedAt: time });
  }

  /** If the update would be earlier than the creation, the time that was not given moves. */
  updateService(
    service: MockService,
    input: Partial<MockServiceInput>,
    given: { readonly updatedAt?: string } = {},
  ): MockService {
    const { createdAt } = service;
    const now = this.stamp();
    const times =
      given.updatedAt === undefined
        ? { updatedAt: latest(createdAt, now) }
        : { updatedAt: given.updatedAt, createdAt: earliest(createdAt, given.updatedAt) };
    return Object.assign(service, input, times);
  }

  deleteService(id: string): boolean {
    if (!this.service(id)) return false;
    this.stamp();
    this.world.services = this.world.services.filter((one) => !hasId(id)(one));
    return true;
  }

  deleteWorkspace(id: string): boolean {
    if (!this.workspace(id)) return false;
    this.stamp();
    this.world.workspaces = this.world.workspaces.filter((one) => !hasId(id)(one));
    return true;
  }

  record({ log }: ModelWorkspace, entry: Omit<ActivityEntry, 'timestamp'>): void {
    log.push({ ...entry, timestamp: this.stamp() });
    while (log.length > this.settings.maxActivityEntries) log.shift();
  }

  isExpired({ expiresAt }: ModelWorkspace): boolean {
    return this.settings.onExpiry !== 'keep' && Date.parse(expiresAt) <= this.world.now;
  }

  clearJournal(): void {
    this.journal = emptyJournal();
  }

  addFault(fault: ModelFault): number {
    this.lastFault += 1;
    this.world.faults.push({ ...fault, id: this.lastFault, seen: 0, used: 0 });
    this.handles.push(this.lastFault);
    return this.lastFault;
  }

  /** Returns whether a fault was deleted. */
  deleteFaults(isDeleted: (fault: World['faults'][number]) => boolean): boolean {
    const ids = this.world.faults.filter(isDeleted).map(({ id }) => id);
    this.world.faults = this.world.faults.filter(({ id }) => !ids.includes(id));
    for (const response of this.pending)
      if (response.fault !== undefined && ids.includes(response.fault)) response.isBroken = true;
    return ids.length > 0;
  }

  /** How often the fault of each handle was applied, or 0 while the world does not contain the fault. */
  get used(): number[] {
    return this.handles.map((fault) => this.world.faults.find(({ id }) => id === fault)?.used ?? 0);
  }

  /** Handles a request: chooses a fault, performs the operation unless the fault replaces it, and records the request. */
  handle(request: ModelRequest, perform: () => Outcome): Outcome {
    const { world, settings } = this;
    const time = iso(world.now);
    const faults = JSON.stringify(world.faults);
    const fault = this.#chooseFault(request);
    const isLost = fault?.status !== undefined && fault.takesEffect !== true;
    const { isProblem = false, isChange = false, ...outcome }: Outcome = isLost ? { status: 0 } : perform();
    const answer = fault?.status === undefined ? outcome : { status: fault.status };
    if (settings.maxRequests > 0) {
      this.journal.lastRequest += 1;
      this.#record({
        ...request,
        number: this.journal.lastRequest,
        time,
        status: answer.status,
        fault: fault?.id,
        isProblem,
      });
    }
    if (isChange || JSON.stringify(world.faults) !== faults) this.save();
    this.pending.push({ fault: fault?.id, delay: settings.latency + (fault?.delay ?? 0), isBroken: false });
    return answer;
  }

  #record(received: Received): void {
    const { journal } = this;
    journal.requests = this.#latest([...journal.requests, received]);
    if (!received.isProblem) return;
    const problems = [...journal.problems, received];
    journal.problems = this.#latest(problems);
    journal.droppedProblems += problems.length - journal.problems.length;
  }

  /** The latest fault applies whose operation and id match, after the first `after` requests, `times` times. */
  #chooseFault({ operation, params }: ModelRequest): World['faults'][number] | undefined {
    for (const fault of this.world.faults.toReversed()) {
      const { after = 0, times = Number.POSITIVE_INFINITY, of } = fault;
      const ids = Object.values(params).map((id) => id.toLowerCase());
      const isMatch = fault.operation === operation && (of === undefined || ids.includes(of.toLowerCase()));
      if (!isMatch || fault.used >= times) continue;
      fault.seen += 1;
      if (fault.seen <= after) continue;
      fault.used += 1;
      return fault;
    }
    return undefined;
  }

  /** The subject of each line of the `assertClean` error. */
  get complaints(): string[] {
    const { problems, droppedProblems, isContinued } = this.journal;
    const isOff = this.settings.maxRequests === 0;
    return [
      ...(isOff ? ['The journal is off'] : []),
      ...(isContinued && !isOff ? ['requests before'] : []),
      ...(droppedProblems > 0
        ? [`requests that broke the contract, but are no longer in the journal: ${droppedProblems}`]
        : []),
      ...problems.map(({ number }) => `#${number}`),
      ...this.world.faults.filter(({ used, times = 1 }) => used < times).map(({ id }) => `fault ${id}`),
    ];
  }
}

function worldOf({ start }: Settings, seed: Pick<World, 'services' | 'workspaces'>): World {
  return structuredClone({ now: start, faults: [], ...seed });
}

function earliest(one: string, other: string): string {
  return Date.parse(other) < Date.parse(one) ? other : one;
}

export function latest(one: string, other: string): string {
  return Date.parse(other) < Date.parse(one) ? one : other;
}
