import {
  activityEntry,
  cors,
  mockService,
  mockServiceConfig,
  mockServiceSummary,
  recordedRequest,
  recordedResponse,
  upstream,
  workspace,
} from '@mock-services/sdk/contract';
import { recordOf } from '../answer.ts';
import { distinct } from '../distinct.ts';
import type { Seen } from '../resources.ts';

type Shape = Readonly<Record<string, unknown>>;

const shapes: Readonly<Record<Seen['kind'], Shape>> = /*@__PURE__*/ Object.freeze({
  'mock service summary': mockServiceSummary.shape,
  'mock service': mockService.shape,
  configuration: mockService.shape,
  workspace: workspace.shape,
  'activity entry': activityEntry.shape,
});

/** Names of fields that the tables of §2 do not have, by object. Those of metadata are another open point. */
export function unknownFields(seen: readonly Seen[]): Record<string, string[]> {
  const found = seen.flatMap(({ kind, value }) => objectsIn(kind, value).flatMap(strangersIn));
  const objects = distinct(found.map(({ object }) => object));
  return Object.fromEntries(
    objects.map((object) => [
      object,
      distinct(found.filter((one) => one.object === object).map(({ name }) => name)),
    ]),
  );
}

interface Placed {
  readonly object: string;
  readonly shape: Shape;
  readonly value: unknown;
}

function objectsIn(kind: Seen['kind'], value: unknown): Placed[] {
  const record = recordOf(value) ?? {};
  const config = recordOf(record['config']);
  const upstreams = config?.['upstreams'];
  return [
    { object: kind, shape: shapes[kind], value },
    { object: 'config', shape: mockServiceConfig.shape, value: config },
    { object: 'config.cors', shape: cors.shape, value: config?.['cors'] },
    ...(Array.isArray(upstreams) ? upstreams : []).map((item: unknown) => ({
      object: 'config.upstreams',
      shape: upstream.shape,
      value: item,
    })),
    { object: 'request', shape: recordedRequest.shape, value: record['request'] },
    { object: 'response', shape: recordedResponse.shape, value: record['response'] },
  ];
}

function strangersIn({ object, shape, value }: Placed): { object: string; name: string }[] {
  return Object.keys(recordOf(value) ?? {})
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => ({ object, name }));
}
