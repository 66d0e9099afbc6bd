/** Functions over recorded exchanges, by the number of entries unless they say otherwise. */
import {
  explainNoMatch,
  findActivity,
  latencyOf,
  redact,
  summarize,
  toCurl,
  type ActivityEntry,
  type ActivityMatcher,
} from '@mock-services/sdk/activity';
import { linear, type Probe } from '../../../../tools/bench/growth.ts';
import { entriesOf, entryWith, fieldsOf, textOf } from './samples.ts';

type Read = (entries: readonly ActivityEntry[]) => unknown;

function ofEntries(name: string, n: number, read: Read): Probe {
  return linear(name, n, (size) => {
    const entries = entriesOf(size);
    return () => read(entries);
  });
}

function find(name: string, n: number, matcher: ActivityMatcher): Probe {
  return ofEntries(`findActivity by ${name}`, n, (entries) => findActivity(entries, matcher));
}

/** One entry that grows itself. */
function ofOne(name: string, n: number, make: (size: number) => ActivityEntry, read: Read): Probe {
  return linear(name, n, (size) => {
    const entries = [make(size)];
    return () => read(entries);
  });
}

const curl: Read = ([entry]) => entry && toCurl(entry);
const powershell: Read = ([entry]) => entry && toCurl(entry, { shell: 'powershell' });
const withPath = (path: string) => entryWith({ path });
const withQuery = (size: number) =>
  withPath(`/search?${Array.from({ length: size }, (_, n) => `key${n}=value+${n}`).join('&')}`);
const withHeader = (name: string, value: string) => entryWith({ headers: { [name]: value } });

export const activityProbes: readonly Probe[] = [
  find('method and status', 1500, { method: 'POST', status: '5xx' }),
  find('path', 1500, { path: '/v2/:kind/:id' }),
  find('host', 1500, { host: '*.example.com:443' }),
  find('header', 1500, { header: { 'x-request-id': /7$/ } }),
  find('body', 300, { body: { order: 7 } }),
  find('time', 1500, { since: '2026-03-01T10:00:10Z', until: '2026-03-01T12:00:00Z' }),
  linear('findActivity by a long pattern, of a long path', 500, (size) => {
    const entries = [withPath(`/${'ab'.repeat(size)}`)];
    return () => findActivity(entries, { path: `/**${'*b*'.repeat(20)}c` });
  }),
  linear('findActivity by a body of many fields', 8000, (size) => {
    const body = fieldsOf(size);
    const entries = [entryWith({ bodyBase64Encoded: btoa(JSON.stringify(body)) })];
    return () => findActivity(entries, { body });
  }),
  ofEntries('explainNoMatch', 1000, (entries) => explainNoMatch(entries, { method: 'PUT', path: '/v3/**' })),
  ofEntries('explainNoMatch by body', 300, (entries) => explainNoMatch(entries, { body: { order: 'x' } })),
  ofEntries('redact', 200, (entries) => redact(entries)),
  ofOne('redact an entry of many headers', 2000, (size) => entryWith({ headers: fieldsOf(size) }), redact),
  ofOne('redact a query of many parameters', 2000, withQuery, redact),
  ofOne('redact a path of many segments', 20_000, (size) => withPath('/segment'.repeat(size)), redact),
  ofOne('redact a path of many slashes', 100_000, (size) => withPath('/'.repeat(size)), redact),
  ofOne(
    'redact a header of many pairs',
    20_000,
    (size) => withHeader('x-note', 'a=b; '.repeat(size)),
    redact,
  ),
  ofOne(
    'redact a header of many words',
    10_000,
    (size) => withHeader('x-note', 'one Two '.repeat(size)),
    redact,
  ),
  ofOne(
    'redact a header of many URLs',
    300,
    (size) => withHeader('link', '<https://a.example/x?y=z>, '.repeat(size)),
    redact,
  ),
  ofOne(
    'redact a long value without a break',
    100_000,
    (size) => withHeader('x-note', 'a'.repeat(size)),
    redact,
  ),
  ofOne('redact a long header name', 2000, (size) => withHeader('x-note'.repeat(size), 'value'), redact),
  ofOne('redact percent signs', 20_000, (size) => withPath(`/x?next=${'%2F'.repeat(size)}`), redact),
  ofEntries('summarize', 500, summarize),
  linear('summarize many routes', 300, (size) => {
    const entries = entriesOf(size).map((entry, n) => ({
      ...entry,
      request: { ...entry.request, path: `/${String.fromCodePoint(97 + (n % 26))}${n}x/${n}y` },
    }));
    return () => summarize(entries);
  }),
  ofOne('summarize a long path', 1000, (size) => withPath('/segment'.repeat(size)), summarize),
  linear('latencyOf', 5000, (size) => {
    const times = Array.from({ length: size }, (_, n) => (n * 7919) % 10_007);
    return () => latencyOf(times);
  }),
  ofOne(
    'toCurl of a long body',
    100_000,
    (size) => entryWith({ bodyBase64Encoded: btoa(textOf(size)) }),
    curl,
  ),
  ofOne(
    'toCurl of quotes',
    100_000,
    (size) => entryWith({ bodyBase64Encoded: btoa("'".repeat(size)) }),
    curl,
  ),
  ofOne(
    'toCurl of control characters',
    20_000,
    (size) => entryWith({ bodyBase64Encoded: btoa('\u0015'.repeat(size)) }),
    curl,
  ),
  ofOne(
    'toCurl for PowerShell of quotes',
    20_000,
    (size) => entryWith({ bodyBase64Encoded: btoa('"\\'.repeat(size)) }),
    powershell,
  ),
  ofOne('toCurl of many headers', 2000, (size) => entryWith({ headers: fieldsOf(size) }), curl),
  ofOne('toCurl of a query of many parameters', 500, withQuery, curl),
];
