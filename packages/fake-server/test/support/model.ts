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
  /** Whether the request changed something, so that a storage has saved the request. */
  readonly isSaved: boolean;
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
  lastFault: number;
  requests: Received[];
  problems: Received[];
  droppedProblems: number;
  lastRequest: number;
}

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
  /** The results of `faults.add`. */
  handles: { readonly fault: number; isRemoved: boolean }[] = [];

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
    this.world = structuredClone(world);
    const { requests, problems } = this.world;
    this.world.requests = this.#latest(requests);
    this.world.problems = this.#latest(problems);
    this.world.droppedProblems += problems.length - this.world.problems.length;
    for (const response of this.pending) response.isBroken = true;
    for (const handle of this.handles) handle.isRemoved = true;
    this.save();
  }

  /** Opens the storage again with other limits, which apply from the next write. */
  reopen(limits: Limits): void {
    this.settings = { ...this.settings, ...limits };
    this.pending = [];
    this.handles = [];
    this.world = structuredClone(this.saved);
    if (limits.maxRequests === 0) Object.assign(this.world, { requests: [], problems: [] });
  }

  #latest(requests: Received[]): Received[] {
    return requests.slice(Math.max(0, requests.length - this.settings.maxRequests));
  }

  seed(seed: Pick<World, 'services' | 'workspaces'>): void {
    this.initial = worldOf(this.settings, seed);
    this.replace(this.initial);
  }

  /** Saves the world, except the requests that changed nothing. */
  save(): void {
    const { requests, problems } = this.world;
    const kept = {
      requests: requests.filter(({ isSaved }) => isSaved),
      problems: problems.filter(({ isSaved }) => isSaved),
    };
    this.saved = structuredClone({ ...this.world, ...kept });
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

  updateService(service: MockService, input: Partial<MockServiceInput>): MockService {
    return Object.assign(service, input, { updatedAt: this.stamp() });
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

  addFault(fault: ModelFault): number {
    this.world.lastFault += 1;
    this.world.faults.push({ ...fault, id: this.world.lastFault, seen: 0, used: 0 });
    this.handles.push({ fault: this.world.lastFault, isRemoved: false });
    return this.world.lastFault;
  }

  /** Returns whether a fault was deleted. */
  deleteFaults(isDeleted: (fault: World['faults'][number]) => boolean): boolean {
    const ids = this.world.faults.filter(isDeleted).map(({ id }) => id);
    this.world.faults = this.world.faults.filter(({ id }) => !ids.includes(id));
    for (const response of this.pending)
      if (response.fault !== undefined && ids.includes(response.fault)) response.isBroken = true;
    for (const handle of this.handles) if (ids.includes(handle.fault)) handle.isRemoved = true;
    return ids.length > 0;
  }

  /** How often the fault of each handle was applied, or 0 after the fault was removed. */
  get used(): number[] {
    return this.handles.map(({ fault, isRemoved }) =>
      isRemoved ? 0 : (this.world.faults.find(({ id }) => id === fault)?.used ?? 0),
    );
  }

  /** Handles a request: chooses a fault, performs the operation unless the fault replaces it, and records the request. */
  handle(request: ModelRequest, perform: () => Outcome): Outcome {
    const { world, settings } = this;
    const time = iso(world.now);
    const counts = JSON.stringify(world.faults);
    const fault = this.#chooseFault(request);
    const isLost = fault?.status !== undefined && fault.takesEffect !== true;
    const { isProblem = false, isChange = false, ...outcome }: Outcome = isLost ? { status: 0 } : perform();
    const answer = fault?.status === undefined ? outcome : { status: fault.status };
    const isSaved = isChange || JSON.stringify(world.faults) !== counts;
    if (settings.maxRequests > 0) {
      world.lastRequest += 1;
      this.#record({
        ...request,
        number: world.lastRequest,
        time,
        status: answer.status,
        fault: fault?.id,
        isProblem,
        isSaved,
      });
    }
    if (isSaved) this.save();
    this.pending.push({ fault: fault?.id, delay: settings.latency + (fault?.delay ?? 0), isBroken: false });
    return answer;
  }

  #record(received: Received): void {
    const { world } = this;
    world.requests = this.#latest([...world.requests, received]);
    if (!received.isProblem) return;
    const problems = [...world.problems, received];
    world.problems = this.#latest(problems);
    world.droppedProblems += problems.length - world.problems.length;
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
    const { problems, droppedProblems, faults } = this.world;
    return [
      ...(this.settings.maxRequests === 0 ? ['The journal is off'] : []),
      ...(droppedProblems > 0
        ? [`requests that broke the contract, but are no longer in the journal: ${droppedProblems}`]
        : []),
      ...problems.map(({ number }) => `#${number}`),
      ...faults.filter(({ used, times = 1 }) => used < times).map(({ id }) => `fault ${id}`),
    ];
  }
}

function worldOf({ start }: Settings, seed: Pick<World, 'services' | 'workspaces'>): World {
  const journal = { requests: [], problems: [], droppedProblems: 0, lastRequest: 0 };
  return structuredClone({ now: start, faults: [], lastFault: 0, ...journal, ...seed });
}
