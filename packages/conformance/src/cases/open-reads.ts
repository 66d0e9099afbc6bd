import {
  check,
  cors,
  identifier,
  mockServiceConfig,
  recordedRequest,
  recordedResponse,
  timestamp,
  upstream,
  type Schema,
} from '@mock-services/sdk/contract';
import { observeParts, observing, openCases } from '../case.ts';
import { dataOf, listOf, observedBody, recordOf, type ServiceResponse } from '../response.ts';
import { randomId, type ConformanceContext } from '../context.ts';
import {
  existingConfigs,
  existingEntries,
  existingResources,
  hasExpired,
  identifiedItems,
  listedItems,
  readableLists,
  readWorkspaces,
  withIdentifiers,
  type ExistingResource,
  type ListOperation,
} from '../existing.ts';
import { expectAccepted, fractionDigits, sameId, sameInstant, typeOf } from '../expect.ts';
import { Skip } from '../outcome.ts';
import { distinct, mapValues, type ObservedOrder } from '../profile.ts';
import { isLimitHonored, pagingSigns } from '../scratch.ts';

export const openReadCases = openCases({
  'unknown-fields': observing({}, async (context) => {
    const fields = (await existingResources(context)).flatMap(unknownFields);
    return { names: grouped(fields) };
  }),
  'identifier-form': observing({}, async (context) => {
    const ids = atLeastOne(
      (await existingResources(context)).flatMap(({ value }) => {
        const fields = recordOf(value);
        return valid(identifier, [fields?.['id'], recordOf(fields?.['metadata'])?.['scenarioId']]);
      }),
    );
    const lower = ids.every((id) => id === id.toLowerCase());
    const upper = ids.every((id) => id === id.toUpperCase());
    return {
      versions: distinct(ids.map((id) => Number.parseInt(id.charAt(14), 16))),
      letterCase: lower ? 'lower' : upper ? 'upper' : 'mixed',
    };
  }),
  'timestamp-fraction': observing({}, async (context) => ({
    digits: distinct((await existingTimestamps(context)).map(fractionDigits)),
  })),
  'timestamp-offset': observing({}, async (context) => ({
    suffixes: distinct(
      (await existingTimestamps(context)).map((time) => time.replace(/^.*[\d.](?=Z|[+-])/, '')),
    ),
  })),
  'type-values': observing({}, async (context) => {
    const types = (await existingResources(context)).map(({ value }) => recordOf(value)?.['type']);
    return { values: distinct(atLeastOne(stringsOf(types))) };
  }),
  'cors-methods': observing({}, async (context) => {
    const methods = (await existingConfigs(context)).flatMap((config) =>
      arrayOf(recordOf(config['cors'])?.['allowedMethods']),
    );
    return { values: distinct(atLeastOne(stringsOf(methods))) };
  }),
  'metadata-fields': observing({ operation: 'listActivity' }, async (context) => {
    const fields = (await existingEntries(context))
      .flatMap((entry) => Object.entries(recordOf(recordOf(entry)?.['metadata']) ?? {}))
      .filter(([name]) => name !== 'scenarioId');
    return { types: grouped(fields.map(([name, value]) => [name, typeOf(value)])) };
  }),
  'base64-form': observing({ operation: 'listActivity' }, async (context) => {
    const bodies = (await existingEntries(context)).flatMap((entry) =>
      stringsOf(['request', 'response'].map((message) => inMessage(entry, message, 'bodyBase64Encoded'))).map(
        // Ignore line breaks in Base64, because the profile describes only the alphabet and the padding.
        (body) => body.replaceAll(/\s/g, ''),
      ),
    );
    const standard = bodies.some((body) => /[+/]/.test(body));
    const url = bodies.some((body) => /[_-]/.test(body));
    const padded = bodies.some((body) => body.endsWith('='));
    const unpadded = bodies.some((body) => body.length % 4 !== 0);
    if (!(standard || url || padded || unpadded)) throw new Skip('no recorded body shows a form of Base64');
    return {
      alphabet: standard && url ? 'both' : standard ? 'standard' : url ? 'url' : 'either',
      padding: padded && unpadded ? 'sometimes' : padded ? 'always' : unpadded ? 'never' : 'either',
    };
  }),
  'recorded-path': observing({ operation: 'listActivity' }, async (context) => {
    const paths = (await existingEntries(context)).map((entry) => inMessage(entry, 'request', 'path'));
    return { withQuery: atLeastOne(stringsOf(paths)).some((path) => path.includes('?')) };
  }),
  expiry: observing({ operation: 'listWorkspaces' }, async (context) => {
    const items = await identifiedItems(context, 'listWorkspaces');
    if (context.clockOffset === undefined)
      throw new Skip('no response has a Date header, which shows the time of the service');
    const expired = items.find((item) => hasExpired(context, item));
    if (!expired) throw new Skip('no listed workspace has expired');
    const { status } = await context.read('listActivity', { workspaceId: expired.id });
    return { expiredListed: true, activityStatus: status };
  }),
  'workspace-configuration-fields': observing({ operation: 'getWorkspaceConfiguration' }, async (context) => {
    const reads = await readWorkspaces(context, 'getWorkspaceConfiguration');
    const pairs = reads.flatMap(({ item, response }) => {
      const read = recordOf(dataOf(response));
      return read ? [{ listed: item.fields, read }] : [];
    });
    if (pairs.length === 0) throw new Skip('no workspace configuration can be read');
    return {
      sameId: pairs.every(({ listed, read }) => sameId(listed['id'], read['id'])),
      sameCreatedAt: pairs.every(({ listed, read }) => sameInstant(listed['createdAt'], read['createdAt'])),
      nameIsTitle: pairs.every(({ listed, read }) => listed['name'] === read['title']),
    };
  }),
  'workspace-lifetime': observing({ operation: 'listWorkspaces' }, async (context) => {
    const lifetimes = (await listedItems(context, 'listWorkspaces'))
      .map((item) => recordOf(item) ?? {})
      .map(({ createdAt, expiresAt }) => Date.parse(String(expiresAt)) - Date.parse(String(createdAt)))
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b);
    const [shortestMs] = lifetimes;
    if (shortestMs === undefined) throw new Skip('no workspace has valid values of createdAt and expiresAt');
    return { shortestMs, longestMs: lifetimes.at(-1) ?? shortestMs };
  }),
  'query-parameters': observing({}, async (context, missing) => {
    const query = { conformance: 'unknown' };
    const statusOf = (operation: ListOperation) => async () => {
      // The status of the unknown parameter is meaningful only if the service returns the list without the parameter.
      if (!listOf(await context.read(operation))) throw new Skip('the list cannot be read');
      return (await context.send(operation, { query })).status;
    };
    const unknownParameter = await observeParts(missing, {
      listMockServices: statusOf('listMockServices'),
      listWorkspaces: statusOf('listWorkspaces'),
    });
    return { unknownParameter };
  }),
  pagination: observing({}, async (context) => {
    const lists = await readableLists(context);
    const signs = [...new Set(lists.flatMap(pagingSigns))];
    const long = lists.find((response) => lengthOf(response) > 1);
    if (!long && signs.length === 0) throw new Skip('every list that can be read has fewer than two items');
    return { signs, limitHonored: long ? await isLimitHonored(context, long) : null };
  }),
  'list-order': observing({}, async (context) => {
    const logs = await readWorkspaces(context, 'listActivity').catch(() => []);
    const [longest] = logs.toSorted((a, b) => lengthOf(b.response) - lengthOf(a.response));
    const lists = (await readableLists(context)).map(
      (first) => [first, () => context.send(first.operation as ListOperation)] as const,
    );
    if (longest) {
      const params = { workspaceId: longest.item.id };
      lists.push([longest.response, () => context.send('listActivity', { params })]);
    }
    const observed: Record<string, ObservedOrder> = {};
    const pairs: string[][][] = [];
    for (const [first, readAgain] of lists) {
      observed[first.operation] = orderOf(listOf(first));
      pairs.push([idsOf(listOf(first)), idsOf(listOf(await readAgain()))]);
    }
    const {
      listMockServices = 'not seen',
      listWorkspaces = 'not seen',
      listActivity = 'not seen',
    } = observed;
    const stable = isStable(pairs);
    if (stable === null && Object.values(observed).every((order) => order === 'too short'))
      throw new Skip('every list that can be read has fewer than two items of different age');
    return { listMockServices, listWorkspaces, listActivity, stable };
  }),
  authentication: observing({ operation: 'listWorkspaces' }, async (context) => {
    const { status, headers } = await context.send('listWorkspaces', { withoutHeaders: true });
    // An error other than 401 or 403 concerns authentication only if the same request with headers succeeds.
    if (status >= 300 && status !== 401 && status !== 403)
      expectAccepted(await context.read('listWorkspaces'));
    // A scheme in `WWW-Authenticate` is a single word, whereas a parameter contains an equals sign.
    const challenges = (headers.get('www-authenticate') ?? '').replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    const schemes = challenges.matchAll(/(?:^|,\s*)([\w-]+)(?=\s|,|$)/g);
    return { statusWithout: status, challenges: Array.from(schemes, ([, scheme = '']) => scheme) };
  }),
  'error-body': observing({ operation: 'getMockService' }, async (context) => {
    const response = await unknownMockService(context);
    if (response.status < 400) throw new Skip('reading an unknown mock service is not an error');
    return observedBody(response);
  }),
  'error-statuses': observing({}, async (context, missing) => {
    const { allowWrites } = context.settings;
    const unknown = { params: { workspaceId: randomId() } };
    const malformed = { params: { mockServiceId: 'no-uuid' } };
    const unknownDelete = { params: { mockServiceId: randomId() } };
    const responses = await observeParts(missing, {
      'getMockService, unknown id': () => unknownMockService(context),
      'getWorkspaceConfiguration, unknown id': () => context.send('getWorkspaceConfiguration', unknown),
      'listActivity, unknown id': () => context.send('listActivity', unknown),
      'getMockService, malformed id': () => context.send('getMockService', malformed),
      ...(allowWrites && {
        'createMockService, malformed JSON': () => malformedCreate(context),
        'deleteMockService, unknown id': () => context.send('deleteMockService', unknownDelete),
      }),
    });
    return { statuses: mapValues(responses, ({ status }) => status) };
  }),
});

async function existingTimestamps(context: ConformanceContext): Promise<readonly string[]> {
  const timestamps = (await existingResources(context)).flatMap(({ value }) => {
    const { createdAt, updatedAt, expiresAt, timestamp: time } = recordOf(value) ?? {};
    return valid(timestamp, [createdAt, updatedAt, expiresAt, time]);
  });
  return atLeastOne(timestamps);
}

/**
 * Includes a complete title, so that the run finds and deletes a mock service if the service accepts the incomplete
 * JSON.
 */
function malformedCreate(context: ConformanceContext) {
  return context.withTitle(async (title) => {
    const { response } = await context.create(`{"title":${JSON.stringify(title)},"type":"REST"`, title);
    return response;
  });
}

function unknownMockService(context: ConformanceContext) {
  return context.once('unknown mock service', () =>
    context.send('getMockService', { params: { mockServiceId: randomId() } }),
  );
}

function atLeastOne<Value>(values: readonly Value[]): readonly Value[] {
  if (values.length === 0) throw new Skip('no resource that was read has a value to observe');
  return values;
}

const stringsOf = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const valid = (schema: Schema, values: readonly unknown[]) =>
  stringsOf(values).filter((value) => check(schema, value).length === 0);

function inMessage(entry: unknown, message: string, field: string): unknown {
  return recordOf(recordOf(entry)?.[message])?.[field];
}

function grouped(pairs: readonly (readonly [key: string, value: string])[]): Record<string, string[]> {
  const keys = distinct(pairs.map(([key]) => key));
  const valuesOf = (key: string) => pairs.filter(([other]) => other === key).map(([, value]) => value);
  return Object.fromEntries(keys.map((key) => [key, distinct(valuesOf(key))]));
}

type Shape = Readonly<Record<string, unknown>>;

/** Omits metadata, because unknown metadata fields are a separate open point. */
function unknownFields({
  kind,
  schema,
  value,
}: ExistingResource): (readonly [object: string, name: string])[] {
  const fields = recordOf(value) ?? {};
  const config = recordOf(fields['config']);
  const objects: (readonly [object: string, shape: Shape, value: unknown])[] = [
    [kind, schema.shape, value],
    ['config', mockServiceConfig.shape, config],
    ['config.cors', cors.shape, config?.['cors']],
    ...arrayOf(config?.['upstreams']).map((item) => ['config.upstreams', upstream.shape, item] as const),
    ['request', recordedRequest.shape, fields['request']],
    ['response', recordedResponse.shape, fields['response']],
  ];
  return objects.flatMap(([object, shape, content]) =>
    Object.keys(recordOf(content) ?? {})
      .filter((name) => !Object.hasOwn(shape, name))
      .map((name) => [object, name] as const),
  );
}

/** Minimum length of an alphabetical list, because a shorter list is often in alphabetical order by chance. */
const minAlphabetical = 5;

function orderOf(list: readonly unknown[] | undefined): ObservedOrder {
  if (list === undefined) return 'not seen';
  if (list.length < 2) return 'too short';
  const items = list.map((item) => recordOf(item) ?? {});
  const times = items.map((item) => Date.parse(String(item['createdAt'] ?? item['timestamp'])));
  if (isAscending(times)) return 'oldest first';
  if (isAscending(times.toReversed())) return 'newest first';
  if (items.length >= minAlphabetical) {
    if (isAscending(items.map(({ id }) => String(id)))) return 'by id';
    if (isAscending(items.map((item) => String(item['title'] ?? item['name'])))) return 'by name';
  }
  return new Set(times).size > 1 ? 'other' : 'too short';
}

const lengthOf = (response: ServiceResponse) => listOf(response)?.length ?? 0;
const idsOf = (list: readonly unknown[] = []) => withIdentifiers(list).map(({ id }) => id.toLowerCase());

/** Ignores items that only one of the two reads contains, because other clients may change a list. */
function isStable(orders: readonly (readonly (readonly string[])[])[]): boolean | null {
  const shared = orders
    .map(([first = [], second = []]) => [inBoth(first, second), inBoth(second, first)] as const)
    .filter(([first]) => first.length > 1);
  if (shared.length === 0) return null;
  return shared.every(([first, second]) => first.every((id, i) => id === second[i]));
}

function inBoth(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => known.has(id));
}

/** Returns `false` if all values are equal, because the order of equal values proves nothing. */
function isAscending(values: readonly (string | number)[]): boolean {
  return (
    values[0] !== values.at(-1) && values.every((value, i) => i === 0 || (values[i - 1] ?? value) <= value)
  );
}
