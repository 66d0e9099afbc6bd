/** Open points about the fields of existing resources (§2). */
import {
  activityEntry,
  check,
  cors,
  identifier,
  mockService,
  mockServiceConfig,
  mockServiceSummary,
  recordedRequest,
  recordedResponse,
  timestamp,
  upstream,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import { open, type ConformanceCase } from '../case.ts';
import { fractionDigits } from '../expect.ts';
import { Skip } from '../outcome.ts';
import { distinct } from '../profile.ts';
import { existingConfigs, existingResources, type ExistingResource } from '../service/existing.ts';
import { recordOf } from '../service/http.ts';

export const openFieldCases: readonly ConformanceCase[] = [
  open({
    id: 'unknown-fields',
    observe: async (context) => ({ names: unknownFields(await existingResources(context)) }),
  }),
  open({
    id: 'identifier-form',
    observe: async (context) => {
      const ids = atLeastOne((await existingResources(context)).flatMap(identifiersOf));
      const lower = ids.every((id) => id === id.toLowerCase());
      const upper = ids.every((id) => id === id.toUpperCase());
      return {
        versions: distinct(ids.map((id) => Number.parseInt(id.charAt(14), 16))),
        letterCase: lower ? 'lower' : upper ? 'upper' : 'mixed',
      };
    },
  }),
  open({
    id: 'timestamp-fraction',
    observe: async (context) => {
      const timestamps = atLeastOne((await existingResources(context)).flatMap(timestampsOf));
      return { digits: distinct(timestamps.map(fractionDigits)) };
    },
  }),
  open({
    id: 'type-values',
    observe: async (context) => {
      const types = (await existingResources(context)).map(({ value }) => recordOf(value)?.['type']);
      return { values: distinct(atLeastOne(types.filter((type) => typeof type === 'string'))) };
    },
  }),
  open({
    id: 'cors-methods',
    observe: async (context) => {
      const methods = (await existingConfigs(context)).flatMap((config): unknown[] => {
        const list = recordOf(config['cors'])?.['allowedMethods'];
        return Array.isArray(list) ? list : [];
      });
      return { values: distinct(atLeastOne(methods.filter((method) => typeof method === 'string'))) };
    },
  }),
];

function atLeastOne<Value>(values: Value[]): Value[] {
  if (values.length === 0) throw new Skip('no resource that was read has such a value');
  return values;
}

function identifiersOf({ value }: ExistingResource): string[] {
  const fields = recordOf(value);
  return valid(identifier, [fields?.['id'], recordOf(fields?.['metadata'])?.['scenarioId']]);
}

function timestampsOf({ value }: ExistingResource): string[] {
  const fields = recordOf(value);
  const names = ['createdAt', 'updatedAt', 'expiresAt', 'timestamp'];
  return valid(
    timestamp,
    names.map((name) => fields?.[name]),
  );
}

function valid(schema: Schema, values: readonly unknown[]): string[] {
  return values
    .filter((value) => typeof value === 'string')
    .filter((value) => check(schema, value).length === 0);
}

type Shape = Readonly<Record<string, unknown>>;

const shapes: Readonly<Record<ExistingResource['kind'], Shape>> = /*@__PURE__*/ Object.freeze({
  'mock service summary': mockServiceSummary.shape,
  'mock service': mockService.shape,
  configuration: mockService.shape,
  workspace: workspace.shape,
  'activity entry': activityEntry.shape,
});

/** Names of fields that the interface does not name, by object. Those of metadata are another open point. */
function unknownFields(resources: readonly ExistingResource[]): Record<string, string[]> {
  const fields = resources.flatMap(objectsIn).flatMap(({ object, shape, value }) =>
    Object.keys(recordOf(value) ?? {})
      .filter((name) => !Object.hasOwn(shape, name))
      .map((name) => ({ object, name })),
  );
  const objects = distinct(fields.map(({ object }) => object));
  return Object.fromEntries(
    objects.map((object) => [
      object,
      distinct(fields.filter((field) => field.object === object).map(({ name }) => name)),
    ]),
  );
}

/** The resource itself and the objects in it. */
function objectsIn({ kind, value }: ExistingResource): { object: string; shape: Shape; value: unknown }[] {
  const fields = recordOf(value) ?? {};
  const config = recordOf(fields['config']);
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
    { object: 'request', shape: recordedRequest.shape, value: fields['request'] },
    { object: 'response', shape: recordedResponse.shape, value: fields['response'] },
  ];
}
