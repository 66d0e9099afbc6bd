import type { MockServiceSummary, Workspace } from '@mock-services/sdk/contract';
import { listEnvelope, type Json } from '../store/json.ts';
import type { Store } from '../store/store.ts';

/** The texts of the two lists, each made when it is read and kept until a row of its table changes. */
export class ListTexts {
  readonly #store: Store;
  #mockServices: Json<{ data: MockServiceSummary[] }> | undefined;
  #workspaces: Json<{ data: Workspace[] }> | undefined;

  constructor(store: Store) {
    this.#store = store;
    store.onChange(({ kind }) => {
      if (kind === 'mockService' || kind === 'all') this.#mockServices = undefined;
      if (kind === 'workspace' || kind === 'all') this.#workspaces = undefined;
    });
  }

  get mockServices(): Json<{ data: MockServiceSummary[] }> {
    const { rows } = this.#store.mockServices;
    return (this.#mockServices ??= listEnvelope(Array.from(rows.values(), ({ summary }) => summary)));
  }

  get workspaces(): Json<{ data: Workspace[] }> {
    const { rows } = this.#store.workspaces;
    return (this.#workspaces ??= listEnvelope(Array.from(rows.values(), ({ json }) => json)));
  }
}
