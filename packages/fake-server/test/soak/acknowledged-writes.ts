import assert from 'node:assert/strict';
import { createClient, type Client } from '@mock-services/sdk';
import { input } from '../support/samples.ts';

/** What a service may be after the server was killed: the mark that was responded, or one that was under way. */
type Marks = ReadonlySet<string | undefined>;

/** How many services there are before they are deleted. */
const most = 60;

/** Writes to a server that is killed, and knows what has to be there afterwards. */
export class AcknowledgedWrites {
  /** By id: what is there for sure, and what may have become of it. `undefined` for nothing. */
  readonly #services = new Map<string, Marks>();
  /** Marks of creates without a response, any of which may be there. */
  readonly #unknown = new Set<string>();
  readonly #busy = new Set<string>();
  #count = 0;
  #acknowledged = 0;
  #found = 0;

  /** Reads all that the server has. Throws when a write is lost, or there by half. */
  async check(port: number): Promise<void> {
    const client = clientAt(port);
    const listed = new Set<string>();
    for (const { id } of await client.mockServices.list()) {
      const { title, config } = await client.mockServices.get(id);
      assert.deepEqual(config, markedInput(title).config, `${id} is there by half`);
      const allowed = this.#services.get(id);
      if (allowed === undefined) {
        assert.ok(this.#unknown.has(title), `nobody has written ${id}, ${title}`);
        this.#found += 1;
      } else assert.ok(allowed.has(title), `${id} is ${title}, not one of ${[...allowed].join(', ')}`);
      this.#services.set(id, new Set([title]));
      listed.add(id);
    }
    for (const [id, allowed] of this.#services) {
      if (listed.has(id)) continue;
      assert.ok(allowed.has(undefined), `${id} is lost: it was ${[...allowed].join(', ')}`);
      this.#services.delete(id);
    }
    this.#unknown.clear();
  }

  /** Writes at random until the server is gone. */
  async writeUntilItFails(port: number): Promise<void> {
    const client = clientAt(port);
    for (;;) {
      try {
        await this.#write(client);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
      this.#acknowledged += 1;
    }
  }

  describe(): string {
    return `${this.#acknowledged} writes were responded to and all are there; ${this.#found} creates without a response are too`;
  }

  async #write(client: Client): Promise<void> {
    const id = [...this.#services.keys()].find((each) => !this.#busy.has(each));
    const mark = `mark ${(this.#count += 1)}`;
    const chance = Math.random();
    if (id === undefined || (chance < 0.5 && this.#services.size < most)) {
      this.#unknown.add(mark);
      const created = await client.mockServices.create(markedInput(mark));
      this.#unknown.delete(mark);
      this.#services.set(created.id, new Set([mark]));
      return;
    }
    this.#busy.add(id);
    const before = this.#services.get(id) ?? new Set();
    const after = chance < 0.8 ? mark : undefined;
    this.#services.set(id, new Set([...before, after]));
    try {
      if (after === undefined) await client.mockServices.delete(id);
      else await client.mockServices.update(id, markedInput(mark));
      if (after === undefined) this.#services.delete(id);
      else this.#services.set(id, new Set([after]));
    } finally {
      this.#busy.delete(id);
    }
  }
}

function clientAt(port: number): Client {
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });
}

/** A service that says its mark in several places. */
function markedInput(mark: string): ReturnType<typeof input> {
  const { config } = input();
  return input({ title: mark, config: { ...config, upstreams: [{ name: mark, url: 'https://a.test' }] } });
}
