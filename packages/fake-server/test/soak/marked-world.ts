import assert from 'node:assert/strict';
import type { Seed } from '@mock-services/fake-server/core';
import { activityPath, mockServicePath, mockServicesPath } from '../support/paths.ts';
import { activityEntry, input, workspace } from '../support/samples.ts';
import type { SoakRequest, SoakResponse } from './support.ts';

/** Number of worlds that exist at the same time. */
export const worldsAtATime = 1000;
/** Idle time in milliseconds after which another world may replace a world. */
export const idleMs = 500;

const { id: workspaceId } = workspace(1);
const log = activityPath(workspaceId);
const entries = [1, 2, 3].map(activityEntry);

/** Returns a seed that contains the name of its world. The seeds of all worlds have the same ids. */
export function markedSeed(name: string): Seed {
  const activity = entries.map((entry) => ({ ...entry, request: { ...entry.request, path: `/${name}` } }));
  return { workspaces: [workspace(1, { name })], activity: { [workspaceId]: activity } };
}

interface Checked {
  readonly request: SoakRequest;
  /** Throws unless the response contains the data of the world. */
  readonly check: (response: SoakResponse) => void;
}

type Call = [method: string, path: string, body: unknown, status: number, check: (body: string) => void];

const dataOf = (body: string) => (JSON.parse(body) as { data: unknown }).data;

/** Creates random requests for a world, one at a time, and checks the responses. */
export class MarkedWorld {
  readonly #name: string;
  readonly #titles = new Map<string, string>();
  #logged = entries.length;
  #isMade = false;
  #latest = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Returns a random request and the check of its response. */
  next(): Checked {
    if (this.#isMade && Math.random() < 0.005) return this.#forget();
    this.#isMade = true;
    const [method, path, body, status, check] = this.#call();
    const headers = { 'x-mock-services-world': this.#name };
    const request: SoakRequest =
      Math.random() < 0.5 ? [method, path, body, headers] : [method, `/worlds/${this.#name}${path}`, body];
    return {
      request,
      check: (response) => {
        assert.equal(response.status, status, `${this.#name}: ${method} ${path}: ${response.body}`);
        check(response.body);
      },
    };
  }

  #call(): Call {
    const [id] = this.#titles.keys();
    const title = `${this.#name}, ${(this.#latest += 1)}`;
    const list: Call = ['GET', mockServicesPath, undefined, 200, (body) => this.#checkList(body)];
    const calls: Call[] = [
      list,
      [
        'POST',
        mockServicePath,
        input({ title }),
        201,
        (body) => void this.#titles.set((JSON.parse(body) as { id: string }).id, title),
      ],
      ['GET', log, undefined, 200, (body) => this.#checkLog(body)],
      ['DELETE', log, undefined, 200, () => void (this.#logged = 0)],
    ];
    if (id !== undefined) {
      const remove = (): void => void this.#titles.delete(id);
      const removal: Call = ['DELETE', `${mockServicesPath}/${id}`, undefined, 200, remove];
      if (this.#titles.size > 20) return removal;
      const update = (body: string): void => {
        this.#titles.set(id, title);
        this.#checkTitle(body, id);
      };
      calls.push(
        removal,
        ['GET', `${mockServicePath}/${id}`, undefined, 200, (body) => this.#checkTitle(body, id)],
        ['PUT', `${mockServicePath}/${id}`, { data: input({ title }) }, 200, update],
      );
    }
    return calls[Math.floor(Math.random() * calls.length)] ?? list;
  }

  /** Returns a request that deletes the world. The next request then creates a new world. */
  #forget(): Checked {
    return {
      request: ['POST', `/worlds/${this.#name}/__fake/deleteWorld`],
      check: ({ status }) => {
        assert.equal(status, 200, `${this.#name} is removed`);
        this.#isMade = false;
        this.#titles.clear();
        this.#logged = entries.length;
      },
    };
  }

  #checkList(body: string): void {
    const titles = (dataOf(body) as { title: string }[]).map(({ title }) => title);
    assert.deepEqual(titles, [...this.#titles.values()]);
  }

  #checkLog(body: string): void {
    const paths = (dataOf(body) as { request: { path: string } }[]).map(({ request }) => request.path);
    assert.deepEqual(
      paths,
      Array.from({ length: this.#logged }, () => `/${this.#name}`),
    );
  }

  #checkTitle(body: string, id: string): void {
    assert.equal((dataOf(body) as { title: string }).title, this.#titles.get(id));
  }
}
