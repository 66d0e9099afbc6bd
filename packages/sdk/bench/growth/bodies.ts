/** Bodies and HAR files, by bytes or by the number of entries. */
import { bodyOf, decodeBodies, encodeBase64, fromHar, toHar } from '@mock-services/sdk/activity';
import { linear, type Probe } from '../../../../tools/bench/growth.ts';
import { base64, compressed, entriesOf, entryWith, fieldsOf, textOf } from './samples.ts';

const json = { 'content-type': 'application/json' };

function ofBody(name: string, n: number, read: (body: ReturnType<typeof bodyOf>) => unknown): Probe {
  return linear(`bodyOf, ${name}`, n, (size) => {
    const body = bodyOf({ headers: json, bodyBase64Encoded: base64(JSON.stringify(textOf(size))) });
    return () => read(body);
  });
}

function ofHar(name: string, n: number, harOf: (size: number) => unknown): Probe {
  return linear(`fromHar of ${name}`, n, (size) => {
    const har = harOf(size);
    return () => fromHar(har);
  });
}

function harOfOne(size: number, text: string): unknown {
  return toHar([entryWith({ headers: fieldsOf(size) }, { bodyBase64Encoded: base64(text) })]);
}

export const bodyProbes: readonly Probe[] = [
  ofBody('bytes', 100_000, (body) => body.bytes()),
  ofBody('text', 100_000, (body) => body.text()),
  ofBody('json', 100_000, (body) => body.json()),
  linear('bodyOf, decodedBytes', 2_000_000, (size) => {
    const body = bodyOf(compressed(textOf(size)));
    return () => body.decodedBytes();
  }),
  linear('decodeBodies of many entries', 30, (size) => {
    const entries = entriesOf(size).map((entry) => ({
      ...entry,
      response: { ...entry.response, ...compressed(textOf(1000)) },
    }));
    return () => decodeBodies(entries);
  }),
  linear('decodeBodies of one entry', 200_000, (size) => {
    const entries = [entryWith({}, compressed(textOf(size)))];
    return () => decodeBodies(entries);
  }),
  linear('encodeBase64', 100_000, (size) => {
    const bytes = new TextEncoder().encode(textOf(size));
    return () => encodeBase64(bytes);
  }),
  linear('toHar of many entries', 100, (size) => {
    const entries = entriesOf(size);
    return () => toHar(entries);
  }),
  linear('toHar of a long body', 50_000, (size) => {
    const entries = [entryWith({}, { bodyBase64Encoded: base64(textOf(size)) })];
    return () => toHar(entries);
  }),
  linear('toHar of many headers', 2000, (size) => {
    const entries = [entryWith({ headers: fieldsOf(size) })];
    return () => toHar(entries);
  }),
  ofHar('many entries', 100, (size) => toHar(entriesOf(size))),
  ofHar('many equal entries', 100, (size) => toHar(Array.from({ length: size }, () => entryWith({})))),
  ofHar('text', 100, (size) => JSON.stringify(toHar(entriesOf(size)))),
  ofHar('a long body', 50_000, (size) => harOfOne(1, textOf(size))),
  ofHar('many headers', 2000, (size) => harOfOne(size, '')),
  linear('HarError of many wrong entries', 500, (size) => {
    const har = { log: { version: '1.2', entries: Array.from({ length: size }, () => ({ request: 7 })) } };
    return () => {
      try {
        fromHar(har);
      } catch (error) {
        return String(error);
      }
      throw new Error('this is no HAR');
    };
  }),
];
