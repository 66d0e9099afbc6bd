/** A world whose data all carry its name, and what it has to respond. */
import assert from 'node:assert/strict';
import type { Seed } from '@mock-services/fake-server/core';
import { activityEntry, input, workspace } from '../support/samples.ts';
import type { SoakRequest, SoakResponse } from './connection.ts';

/** How many worlds there are at a time, and how long one is unused before another replaces it. */
export const worldsAtATime = 1000;
export const idleMs = 500;

const single = '/configuration/mock-service';
const plural = `${single}s`;
const { id: workspaceId } = workspace(1);
const log = `/workspace/${workspaceId}/activity`;
const entries = [1, 2, 3].map(activityEntry);

/** What a world begins with. Its ids are those of every other. */
export function markedSeed(name: string): Seed {
  const activity = entries.map((entry) => ({ ...entry, request: { ...entry.request, path: `/${name}` } }));
  return { workspaces: [workspace(1, { name })], activity: { [workspaceId]: activity } };
}

/** A request, and the check of its response, which throws. */
export interface Checked {
  readonly request: SoakRequest;
  readonly check: (response: SoakResponse) => void;
}

/** A call: method, path, body, status, what follows for the world, and what the body has to say of it then. */
type Call = [method: string, path: string, body: unknown, status: number, check: (body: string) => void];

/** What a world has to have. One request at a time. */
export class MarkedWorld {
  readonly #name: string;
  readonly #titles = new Map<string, string>();
  #logged = entries.length;
  #isMade = false;
  #latest = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** A request at random. */
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
    const calls = [() => this.#list(), () => this.#create(), () => this.#readLog(), () => this.#clear()];
    const [id] = this.#titles.keys();
    if (id !== undefined) {
      if (this.#titles.size > 20) return this.#remove(id);
      calls.push(
        () => this.#get(id),
        () => this.#update(id),
        () => this.#remove(id),
      );
    }
    const call = calls[Math.floor(Math.random() * calls.length)];
    return call?.() ?? this.#list();
  }

  #create(): Call {
    const title = this.#nextTitle();
    const check = (body: string) => {
      const { id } = JSON.parse(body) as { id: string };
      this.#titles.set(id, title);
    };
    return ['POST', single, input({ title }), 201, check];
  }

  #get(id: string): Call {
    return ['GET', `${single}/${id}`, undefined, 200, (body) => this.#checkTitle(body, id)];
  }

  #update(id: string): Call {
    const title = this.#nextTitle();
    const check = (body: string) => {
      this.#titles.set(id, title);
      this.#checkTitle(body, id);
    };
    return ['PUT', `${single}/${id}`, { data: input({ title }) }, 200, check];
  }

  #remove(id: string): Call {
    return ['DELETE', `${plural}/${id}`, undefined, 200, () => void this.#titles.delete(id)];
  }

  #list(): Call {
    const check = (body: string) => {
      const { data } = JSON.parse(body) as { data: { title: string }[] };
      assert.deepEqual(
        data.map(({ title }) => title),
        [...this.#titles.values()],
      );
    };
    return ['GET', plural, undefined, 200, check];
  }

  #readLog(): Call {
    const check = (body: string) => {
      const { data } = JSON.parse(body) as { data: { request: { path: string } }[] };
      assert.deepEqual(
        data.map(({ request }) => request.path),
        Array.from({ length: this.#logged }, () => `/${this.#name}`),
      );
    };
    return ['GET', log, undefined, 200, check];
  }

  #clear(): Call {
    return ['DELETE', log, undefined, 200, () => void (this.#logged = 0)];
  }

  /** Removes the world, so that the next request finds a new one. */
  #forget(): Checked {
    return {
      request: ['DELETE', `/__fake/worlds/${this.#name}`],
      check: ({ status }) => {
        assert.equal(status, 204, `${this.#name} is removed`);
        this.#isMade = false;
        this.#titles.clear();
        this.#logged = entries.length;
      },
    };
  }

  #nextTitle(): string {
    this.#latest += 1;
    return `${this.#name}, ${this.#latest}`;
  }

  #checkTitle(body: string, id: string): void {
    const { data } = JSON.parse(body) as { data: { title: string } };
    assert.equal(data.title, this.#titles.get(id));
  }
}
