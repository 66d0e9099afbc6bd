/** The contract: checks of growing values, and texts of growing paths. */
import {
  activityEntry,
  check,
  expandPath,
  identifier,
  mockService,
  mockServiceInput,
  parametersOf,
  pointerTo,
  timestamp,
  upstream,
  type Schema,
} from '@mock-services/sdk/contract';
import { linear, type Probe } from '../../../../tools/bench/growth.ts';
import { entryWith, fieldsOf, inputOf, mockServiceOf } from './samples.ts';

function checking(name: string, n: number, schema: Schema, valueOf: (size: number) => unknown): Probe {
  return linear(`check ${name}`, n, (size) => {
    const value = valueOf(size);
    return () => check(schema, value);
  });
}

const origins = (size: number) => {
  const input = inputOf(1);
  const cors = { ...input.config.cors, allowedOrigins: Array.from({ length: size }, (_, n) => n) };
  return { ...input, config: { ...input.config, cors } };
};

export const contractProbes: readonly Probe[] = [
  checking('an entry of many headers', 500, activityEntry, (size) => entryWith({ headers: fieldsOf(size) })),
  checking('a mock service of many upstreams', 300, mockService, mockServiceOf),
  checking('an input with many wrong origins', 10_000, mockServiceInput, origins),
  checking('a long identifier', 1_000_000, identifier, (size) => 'a'.repeat(size)),
  checking('a long timestamp', 100_000, timestamp, (size) => `2026-03-01T10:00:00.${'0'.repeat(size)}Z`),
  checking(
    'a timestamp of many zeros, not UTC',
    100_000,
    timestamp,
    (size) => `2026-03-01T10:00:00.${'0'.repeat(size)}`,
  ),
  checking('a long URL', 20_000, upstream, (size) => ({
    name: 'live',
    url: `https://a.example/${'a/'.repeat(size)}`,
  })),
  linear('expandPath with a long id', 20_000, (size) => {
    const mockServiceId = '/é'.repeat(size);
    return () => expandPath('/configuration/mock-service/:mockServiceId', { mockServiceId });
  }),
  linear('parametersOf a path of many segments', 10_000, (size) => {
    const path = '/:id'.repeat(size);
    return () => parametersOf(path);
  }),
  linear('pointerTo a long name', 10_000, (size) => {
    const name = 'a/b~'.repeat(size);
    return () => pointerTo('/data', name);
  }),
];
