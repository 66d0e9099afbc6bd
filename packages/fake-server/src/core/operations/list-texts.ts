import type { ActivityEntry, MockServiceSummary, Workspace } from '@mock-services/sdk/contract';
import { decode, listEnvelope, type Json } from '../store/json.ts';
import type { Change } from '../store/change.ts';
import type { Store } from '../store/store.ts';
import { toMilliseconds } from '../time/instant.ts';

type Text<Item> = Json<{ data: Item[] }>;

/** The workspaces that have not expired, and between which instants that is so. */
interface Unexpired {
  readonly text: Text<Workspace>;
  /** Milliseconds since 1970 when the last of the others expired. */
  readonly from: number;
  /** Milliseconds since 1970 when the first of them expires. */
  readonly until: number;
}

/** The texts of the lists, each made when it is read and kept until a row of its table changes. */
export class ListTexts {
  readonly #store: Store;
  #mockServices: Text<MockServiceSummary> | undefined;
  #workspaces: Text<Workspace> | undefined;
  #unexpired: Unexpired | undefined;
  /** The log that was read most recently; its workspace id is in lower case. */
  #activity: { readonly workspaceId: string; readonly text: Text<ActivityEntry> } | undefined;

  constructor(store: Store) {
    this.#store = store;
    store.onChange((change) => this.#forget(change));
  }

  get mockServices(): Text<MockServiceSummary> {
    const { rows } = this.#store.mockServices;
    return (this.#mockServices ??= listEnvelope(Array.from(rows.values(), ({ summary }) => summary)));
  }

  get workspaces(): Text<Workspace> {
    const { rows } = this.#store.workspaces;
    return (this.#workspaces ??= listEnvelope(Array.from(rows.values(), ({ json }) => json)));
  }

  get unexpiredWorkspaces(): Text<Workspace> {
    const now = this.#store.now();
    const known = this.#unexpired;
    if (known && known.from <= now && now < known.until) return known.text;
    return (this.#unexpired = this.#readUnexpired(now)).text;
  }

  /** The log of a workspace; `undefined` when there is no such workspace. */
  activity(id: string): Text<ActivityEntry> | undefined {
    const workspaceId = id.toLowerCase();
    if (this.#activity?.workspaceId === workspaceId) return this.#activity.text;
    const rows = this.#store.activity.rows(workspaceId);
    if (!rows) return undefined;
    const text = listEnvelope(rows.values());
    this.#activity = { workspaceId, text };
    return text;
  }

  #readUnexpired(now: number): Unexpired {
    const all = Array.from(this.#store.workspaces.rows.values(), ({ json }) => ({
      json,
      expiry: toMilliseconds(decode(json).expiresAt),
    }));
    const text = listEnvelope(all.filter(({ expiry }) => expiry > now).map(({ json }) => json));
    let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { expiry } of all) {
      if (expiry <= now) from = Math.max(from, expiry);
      else until = Math.min(until, expiry);
    }
    return { text, from, until };
  }

  #forget(change: Change): void {
    const { kind } = change;
    if (kind === 'mockService' || kind === 'all') this.#mockServices = undefined;
    if (kind === 'workspace' || kind === 'all') {
      this.#workspaces = undefined;
      this.#unexpired = undefined;
      this.#activity = undefined;
    }
    if ('workspaceId' in change && change.workspaceId === this.#activity?.workspaceId)
      this.#activity = undefined;
  }
}
