/**
 * The table of open points, in the order of the contract's register. Functions in each row vary responses, and convert
 * a conformance run's observations to options.
 */
import { mediaTypeOf } from '@mock-services/sdk/activity';
import {
  activityMetadata,
  check,
  endpoints,
  type Endpoint,
  identifier,
  timestamp,
  type MockService,
  type OpenPointId,
  type OperationId,
} from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { optionError } from '../errors.ts';
import { tokenOption } from '../http/authorization.ts';
import { problemStatuses, titleOf, type ProblemDetails } from '../http/problem.ts';
import type { Random } from '../random.ts';
import {
  addFields,
  anyValue,
  changeTexts,
  type Content,
  type DraftResponse,
  type Fields,
} from './draft-response.ts';
import { setContent, type By, type DraftOptions, type ObservedBody } from './draft-options.ts';
import { point, type OpenPoint } from './open-point.ts';
import type { OpenBody, Settings } from './options.ts';

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/vnd.api+json',
  'text/plain; charset=utf-8',
] as const;

export const openPointTable: { readonly [Id in OpenPointId]: OpenPoint<Id> } = {
  'runtime-behavior': { behavior: 'Stores configurations, but does not serve mocks.' },
  'unknown-fields': point({
    behavior: 'Stores and returns unknown fields.',
    option: 'unknownFields',
    values: ['stored', 'added'],
    vary: (_, response, random) => addFields(response, random, (schema) => schema !== activityMetadata),
    read: ({ names }, options) => readAdded('unknownFields', { names }, names, options),
  }),
  'identifier-form': point({
    behavior: 'Generates lower-case version 4 UUIDs, and looks up identifiers case-insensitively.',
    option: 'identifierCase',
    values: ['stored', 'upper', 'mixed'],
    isFixed: true,
    vary: (letterCase, response) =>
      changeTexts(response, identifier, (id) => {
        // The same identifier always gets the same letter case, so that clients can compare identifiers.
        const isUpper = letterCase === 'upper' || (id.codePointAt(id.length - 1) ?? 0) % 2 === 0;
        return isUpper ? id.toUpperCase() : id;
      }),
    read: ({ versions, letterCase }, options) => {
      const values: By<Settings['identifierCase']> = { lower: 'stored', upper: 'upper', mixed: 'mixed' };
      const value = values[letterCase];
      if (value) options.set('identifierCase', value, { letterCase });
      else options.unsupported({ letterCase });
      if (versions.some((version) => version !== 4))
        options.unsupported({ versions }, 'the fake server creates identifiers of version 4');
    },
  }),
  'timestamp-fraction': point({
    behavior: 'Writes three fraction digits.',
    option: 'timestampFraction',
    values: ['stored', 'trimmed', 'microseconds', 'nanoseconds'],
    isFixed: true,
    vary: (fraction, response) => {
      const least = fraction === 'microseconds' ? 6 : fraction === 'nanoseconds' ? 9 : 0;
      return changeTexts(response, timestamp, (time) =>
        time.replace(/(?:\.(\d+))?(Z|\+00:00)$/, (_, stored = '', zone: string) => {
          const [significant = ''] = /^\d*[1-9]/.exec(String(stored)) ?? [];
          const shown = significant.padEnd(least, '0');
          return shown === '' ? zone : `.${shown}${zone}`;
        }),
      );
    },
    read: ({ digits }, options) => {
      const [first = 0, ...others] = digits;
      const values: By<Settings['timestampFraction']> = { 3: 'stored', 6: 'microseconds', 9: 'nanoseconds' };
      const value = others.length === 0 ? values[first] : undefined;
      if (value) options.set('timestampFraction', value, { digits });
      else if (digits.every((count) => count <= 3)) options.set('timestampFraction', 'trimmed', { digits });
      else options.unsupported({ digits });
      if (others.length === 0 && first < 3)
        options.unsupported({ digits }, 'the fake server removes only zeros from timestamps');
    },
  }),
  'timestamp-offset': point({
    behavior: 'Ends timestamps with `Z`, except that those of seeds and fixtures are unchanged.',
    read: ({ suffixes }, options) => {
      if (suffixes.some((suffix) => suffix !== 'Z')) options.unsupported({ suffixes });
    },
  }),
  'type-values': { behavior: 'Accepts any string.' },
  'required-fields': point({
    behavior: 'Requires all fields, and responds with 422 if one is missing.',
    read: ({ without }, options) => {
      for (const [field, status] of Object.entries(without))
        options.setStatus(422, status, { without: { [field]: status } });
    },
  }),
  bounds: { behavior: 'Sets no limit.' },
  'header-value-types': point({
    behavior: 'Accepts any JSON value.',
    option: 'headerValueTypes',
    values: ['stored', 'added'],
    vary: (_, { operation, body }, random) => {
      if (operation !== 'getWorkspaceConfiguration') return false;
      const { data } = body as { data: MockService };
      Object.assign(data.config.defaultResponseHeaders, { 'x-grease': anyValue(random) });
      return true;
    },
    read: ({ seen, kept = {} }, options) => {
      const isUsual = seen.every((type) => type === 'boolean');
      options.set('headerValueTypes', isUsual ? 'stored' : 'added', { seen });
      options.checkMembers('kept', kept, Boolean);
    },
  }),
  'cors-methods': { behavior: 'Accepts any string.' },
  'metadata-fields': point({
    behavior: 'Returns the metadata fields of the seed.',
    option: 'metadataFields',
    values: ['stored', 'added'],
    vary: (_, response, random) => addFields(response, random, (schema) => schema === activityMetadata),
    read: ({ types }, options) => readAdded('metadataFields', { types }, types, options),
  }),
  'base64-form': {
    behavior: 'Uses the standard alphabet with padding, and an empty string for no body.',
    option: 'seed',
  },
  'recorded-path': {
    behavior: 'Includes the query string in sample data.',
    option: 'seed',
  },
  transitions: { behavior: 'Has no states. Every resource can be read, changed and deleted at any time.' },
  expiry: point({
    behavior: 'Keeps expired workspaces unchanged.',
    option: 'onExpiry',
    values: ['keep', 'hide', 'gone'],
    read: ({ expiredListed, activityStatus }, options) => {
      options.set('onExpiry', expiredListed ? 'keep' : 'hide', { expiredListed });
      if (activityStatus !== null && activityStatus !== 200) options.unsupported({ activityStatus });
    },
  }),
  'query-parameters': point({
    behavior: 'Ignores query parameters.',
    read: ({ unknownParameter }, options) =>
      options.checkMembers('unknownParameter', unknownParameter, (status) => status === 200),
  }),
  pagination: point({
    behavior: 'Returns the whole list.',
    read: ({ signs, limitHonored }, options) => {
      if (signs.length > 0) options.unsupported({ signs });
      if (limitHonored === true) options.unsupported({ limitHonored });
    },
  }),
  'list-order': point({
    behavior: 'Returns lists in insertion order.',
    option: 'listOrder',
    values: ['insertion', 'reversed', 'shuffled'],
    vary: (order, { operation, body }, random) => {
      const endpoint: Endpoint | undefined = operation && endpoints[operation];
      if (!endpoint?.openPoints.includes('list-order')) return false;
      const list: unknown = typeof body === 'object' && body['data'];
      if (!Array.isArray(list) || list.length < 2) return false;
      list.reverse();
      if (order === 'shuffled') shuffle(list, random);
      return true;
    },
    read: ({ listMockServices, listActivity, listWorkspaces, stable }, options) => {
      if (stable === false) {
        options.set('listOrder', 'shuffled', { stable });
        return;
      }
      // The first list with a known order determines the option. Mock services come first, because clients determine
      // their order. Workspaces come last, because the seed determines their order.
      for (const [list, order] of Object.entries({ listMockServices, listActivity, listWorkspaces })) {
        const observed = { [list]: order };
        if (order === 'oldest first') options.set('listOrder', 'insertion', observed);
        else if (order === 'newest first') options.set('listOrder', 'reversed', observed);
        else if (order === 'other' && list === 'listWorkspaces')
          options.unsupported(observed, 'the fake server orders workspaces as the seed does');
        else if (order !== 'too short' && order !== 'not seen') options.unsupported(observed);
      }
    },
  }),
  'clear-activity-body': point({
    behavior: 'Sends an empty body.',
    option: 'clearActivityBody',
    values: ['empty', 'object', 'text', 'json'],
    vary: (value, response) => setBody('clearActivity', value, response),
    read: (observed, options) => readOpenBody('clearActivityBody', observed, options),
  }),
  'delete-body': point({
    behavior: 'Sends an empty body.',
    option: 'deleteBody',
    values: ['empty', 'object', 'text', 'json'],
    vary: (value, response) => setBody('deleteMockService', value, response),
    read: (observed, options) => readOpenBody('deleteBody', observed, options),
  }),
  'workspace-writes': {
    behavior: 'Has no endpoints that write workspaces. Use the seed or fixtures.',
    option: 'seed',
  },
  'workspace-area-paths': { behavior: 'Serves the three paths in the endpoint table.' },
  'workspace-configuration-fields': {
    behavior:
      'By default, uses the id and createdAt of the workspace, its name as title, and an empty config.',
    option: 'seed',
  },
  'updated-at': point({
    behavior: 'Sets updatedAt to the time of the update. Each write advances the clock by one millisecond.',
    option: 'updatedAt',
    values: ['changes', 'stays'],
    read: ({ changed }, options) => options.set('updatedAt', changed ? 'changes' : 'stays', { changed }),
  }),
  'content-type': point({
    behavior:
      'Sends application/json. Accepts application/json and application/*+json. Other types get a 415.',
    option: 'contentType',
    values: contentTypes,
    vary: (contentType, response) => {
      // Responses to DELETE have separate options, which also determine the content type.
      if (response.operation === undefined || !endpoints[response.operation].result) return false;
      response.contentType = contentType;
      return true;
    },
    read: ({ responses }, options) => {
      const { deleteMockService = [], clearActivity = [], ...others } = responses;
      const [type, ...more] = new Set(Object.values(others).flat());
      const value = contentTypes.find((value) => mediaTypeOf(value) === type);
      if (more.length === 0 && value) options.set('contentType', value, { responses: others });
      else options.checkMembers('responses', others, () => false);
      const isSent = (types: readonly string[], body: OpenBody = 'empty') =>
        types.every((one) => one === mediaTypeOf(openBodies[body].contentType));
      if (!isSent(deleteMockService, options.get('deleteBody')))
        options.unsupported({ responses: { deleteMockService } });
      if (!isSent(clearActivity, options.get('clearActivityBody')))
        options.unsupported({ responses: { clearActivity } });
    },
  }),
  'success-status': point({
    behavior: 'Sends the statuses in the endpoint table.',
    read: ({ statuses }, options) => {
      const usual: By<{ readonly status: number }> = endpoints;
      options.checkMembers('statuses', statuses, (seen, operation) =>
        seen.every((one) => one === usual[operation]?.status),
      );
    },
  }),
  'write-idempotency': point({
    behavior: 'Creates another mock service for each POST.',
    read: ({ sameId }, options) => sameId && options.unsupported({ sameId }),
  }),
  authentication: point({
    behavior: 'Requires no credentials.',
    option: 'requiredToken',
    check: (token) => {
      return token === undefined ? undefined : tokenOption({ requiredToken: token });
    },
    read: ({ statusWithout, challenges }, options) => {
      const isRequired = statusWithout >= 300;
      if (challenges.join() !== (isRequired ? 'Bearer' : '')) options.unsupported({ challenges });
      if (!isRequired) return;
      options.setStatus(401, statusWithout, { statusWithout });
      const reason = 'a profile contains no token, so set requiredToken (--token)';
      options.unsupported({ statusWithout }, reason);
    },
  }),
  events: { behavior: 'Sends no events.' },
  'error-statuses': point({
    behavior:
      'Sends 400 for malformed JSON, 404, 405, 415, and 422 for a body that does not match its schema.',
    option: 'errorStatuses',
    check: (statuses) => {
      if (statuses === undefined) return undefined;
      const status = z.optional(z.int().check(z.gte(400), z.lte(599)));
      const schema = z.strictObject(Object.fromEntries(problemStatuses.map((usual) => [usual, status])));
      if (check(schema, statuses).length === 0) return { ...statuses };
      throw optionError('errorStatuses', `an object from ${problemStatuses.join(', ')} to error statuses`);
    },
    vary: (statuses, response) => {
      const status = (statuses as Partial<Record<number, number>>)[response.status];
      if (status === undefined) return false;
      response.status = status;
      Object.assign(response.body, { title: titleOf(status), status });
      return true;
    },
    read: readStatuses,
  }),
  'error-body': point({
    behavior: 'Sends problem details (RFC 9457), with a JSON pointer for each invalid field.',
    option: 'errorBody',
    values: ['problem', 'message', 'nested', 'text', 'html', 'empty'],
    vary: (value, response) => {
      if (response.operation !== undefined) return false;
      Object.assign(response, errorContents(response.body as Fields & ProblemDetails<number>)[value]);
      return true;
    },
    read: (observed, options) => {
      options.setStatus(404, observed.status, { status: observed.status });
      const usual = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Unknown id.' } as const;
      setContent('errorBody', errorContents(usual), observed, options);
    },
  }),
  'error-conditions': point({
    behavior: 'Sends 404 for an unknown id and for a second delete. Clearing an empty log succeeds.',
    option: 'repeatedDelete',
    values: ['refused', 'accepted'],
    read: readStatuses,
  }),
  'rate-limits': point({
    behavior: 'Sets no limit.',
    read: ({ headers }, options) => headers.length > 0 && options.unsupported({ headers }),
  }),
  'size-limits': {
    behavior:
      'Accepts bodies up to 10 MiB (maxBodyBytes) and data up to 512 MiB (maxWorldBytes). A log keeps its newest 10,000 entries.',
    option: 'maxActivityEntries',
  },
  'workspace-lifetime': {
    behavior: 'Uses the lifetimes in the seed.',
    option: 'seed',
  },
  versioning: point({
    behavior: 'Has no versions, and accepts any path prefix.',
    option: 'baseUrl',
    read: ({ headers }, options) => headers.length > 0 && options.unsupported({ headers }),
  }),
};

function shuffle(list: unknown[], random: Random): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const other = random.below(i + 1);
    [list[i], list[other]] = [list[other], list[i]];
  }
}

const openBodies: Readonly<Record<OpenBody, Content>> = {
  empty: { contentType: undefined, body: '' },
  text: { contentType: 'text/plain; charset=utf-8', body: 'OK' },
  object: { contentType: 'application/json', body: {} },
  json: { contentType: 'application/json', body: { message: 'Done.' } },
};

function readOpenBody(
  name: 'deleteBody' | 'clearActivityBody',
  { status, ...form }: ObservedBody,
  options: DraftOptions,
): void {
  if (status !== 200) options.unsupported({ status });
  setContent(name, openBodies, form, options);
}

function setBody(operation: OperationId, value: OpenBody, response: DraftResponse): boolean {
  if (response.operation !== operation) return false;
  Object.assign(response, openBodies[value]);
  return true;
}

function errorContents(problem: ProblemDetails<number>): Record<Settings['errorBody'], Content> {
  const { title, detail } = problem;
  const code = title.toUpperCase().replaceAll(/\W+/g, '_');
  const html = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n`;
  return {
    problem: { contentType: 'application/problem+json', body: { ...problem } },
    message: { contentType: 'application/json', body: { message: detail } },
    nested: { contentType: 'application/json', body: { error: { code, message: detail } } },
    text: { contentType: 'text/plain; charset=utf-8', body: detail },
    html: { contentType: 'text/html; charset=utf-8', body: html },
    empty: { contentType: undefined, body: '' },
  };
}

/** The keys of `statuses` describe failing requests, such as `getMockService, unknown id`. */
function readStatuses({ statuses }: { statuses: By<number> }, options: DraftOptions): void {
  for (const [request, status] of Object.entries(statuses)) {
    const observed = { statuses: { [request]: status } };
    const [operation, reason = ''] = request.split(', ');
    const isDelete = operation === 'deleteMockService';
    const isSuccess = status >= 200 && status < 300;
    if (isDelete) options.set('repeatedDelete', isSuccess ? 'accepted' : 'refused', observed);
    if (isDelete && status === 200) continue;
    if (isDelete && isSuccess) options.unsupported(observed, 'the fake server responds with 200');
    else if (reason === 'malformed JSON') options.setStatus(400, status, observed);
    else if (['unknown id', 'malformed id', 'deleted'].includes(reason))
      options.setStatus(404, status, observed);
    else options.unsupported(observed);
  }
}

function readAdded(
  option: 'unknownFields' | 'metadataFields',
  observed: object,
  fields: object,
  options: DraftOptions,
): void {
  const isUsual = Object.keys(fields).length === 0;
  options.set(option, isUsual ? 'stored' : 'added', observed);
  if (isUsual) return;
  const reason = 'the fake server adds fields with other names, unless a seed has fields with these names';
  options.unsupported(observed, reason);
}
