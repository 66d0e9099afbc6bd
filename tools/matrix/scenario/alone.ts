/** What needs no service: conversions of recorded exchanges, and fakes side by side. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient, type ActivityEntry } from '@mock-services/sdk';
import {
  decodeBodies,
  fromHar,
  isBodyError,
  redact,
  summarize,
  toCurl,
  toHar,
} from '@mock-services/sdk/activity';
import { equal, rejection, type Checks } from './check.ts';

/** Of the module, as in a worker that serves many requests. */
const slow = createFakeServer({ latency: 5 });

/** `hello`, gzipped. */
const zipped = 'H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==';

function recorded(body?: string): ActivityEntry {
  const fake = createFakeServer();
  const { id } = fake.workspaces.add();
  return fake.activity.record(id, {
    request: { method: 'GET', path: '/orders?page=1', headers: { authorization: 'Bearer secret' } },
    response: {
      statusCode: 200,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
      ...(body !== undefined && { bodyBase64Encoded: body }),
    },
  });
}

/** The Edge Runtime has no such stream, or one that cannot be constructed. */
function canGunzip(): boolean {
  try {
    return 'readable' in new DecompressionStream('gzip');
  } catch {
    return false;
  }
}

export const alone: Checks<undefined> = {
  'a HAR is written and read': async () => {
    const entry = recorded();
    const har = JSON.stringify(toHar([entry], { includeCredentials: true }));
    equal(fromHar(har)[0]?.id, entry.id);
  },
  'a gzipped body is decoded, or that is refused where the platform cannot': async () => {
    const decoding = decodeBodies([recorded(zipped)]);
    if (canGunzip()) {
      const [decoded] = await decoding;
      equal(atob(decoded?.response.bodyBase64Encoded ?? ''), 'hello');
    } else {
      equal((await rejection(decoding, isBodyError)).fault, 'content-encoding');
    }
  },
  'credentials are redacted, and a curl command is made': async () => {
    const [entry] = redact([recorded()]);
    if (entry === undefined) throw new Error('nothing is left');
    equal(toCurl(entry).includes('secret'), false);
  },
  'a log is summarized': async () => {
    equal(summarize([recorded(), recorded()]).count, 2);
  },
  'two fakes share nothing': async () => {
    const [one, other] = [createFakeServer(), createFakeServer()];
    one.mockServices.add({ title: 'Orders' });
    equal(other.mockServices.list().length, 5);
  },
  'a fake of the module responds with latency': async () => {
    const client = createClient({ baseUrl: slow.baseUrl, fetch: slow.fetch });
    equal((await client.workspaces.list()).length, 4);
  },
};
