/** The docs, the OpenAPI document, the conformance suite and the fake server use this list of open points. */
import * as z from 'zod/mini';
import type { OperationId } from './operations.ts';
import type { DeepReadonly } from './resources.ts';
import { openEnum } from './schemas.ts';

const numbers = () => z.array(z.int());
const texts = () => z.array(z.string());
const by = <Value>(value: z.ZodMiniType<Value>) => z.record(z.string(), value);

/** Accepts unknown keys, because a later version of the interface may have more operations. */
const perOperation = <Value>(
  value: z.ZodMiniType<Value>,
): z.ZodMiniType<{ readonly [Id in OperationId]?: Value }> => by(value);

/** `too short` means fewer than two items with different timestamps, and `not seen` an unreadable list. */
const order = () =>
  openEnum<'oldest first' | 'newest first' | 'by id' | 'by name' | 'other' | 'too short' | 'not seen'>();

const openBody = () =>
  z.object({
    status: z.int(),
    /** Media type without parameters, or `null` if the response has no content type. */
    contentType: z.nullable(z.string()),
    body: openEnum<'empty' | 'json' | 'html' | 'text'>(),
    /** JSON type of the body. Absent if the body is a JSON object or is not JSON. */
    jsonType: z.exactOptional(openEnum<'array' | 'boolean' | 'null' | 'number' | 'string'>()),
    /** Names of the fields in the body, such as `error.code`. Empty if the body is not a JSON object. */
    fields: texts(),
  });

function openBodyWords(request: string) {
  return {
    status: `${request} got the status`,
    'contentType,body,jsonType,fields': `${request} got the`,
  };
}

/** A key consists of an operation and a condition, such as `getMockService, unknown id`. */
const failures = () => z.object({ statuses: by(z.int()) });

const headerNames = () => z.object({ headers: texts() });

const register = [
  {
    id: 'runtime-behavior',
    section: '1',
    question: 'How does mocking or forwarding to upstreams happen at runtime?',
    sdk: 'Has no methods for the runtime.',
    unobserved: 'It is not part of this interface.',
  },
  {
    id: 'unknown-fields',
    section: '2',
    question: 'May an object have fields that the tables do not list?',
    sdk: 'Accepts and keeps unknown fields in every object.',
    observed: () => z.object({ names: by(texts()) }),
    words: { names: 'objects had fields that the interface does not name:' },
  },
  {
    id: 'identifier-form',
    section: '2',
    question: 'Which UUID version, variant and letter case do identifiers have?',
    sdk: 'Accepts any form, and sends identifiers unchanged.',
    observed: () =>
      z.object({
        /** UUID versions of the identifiers, in ascending order. */
        versions: numbers(),
        letterCase: openEnum<'lower' | 'upper' | 'mixed'>(),
      }),
    words: {
      versions: 'identifiers had the UUID versions',
      letterCase: 'identifiers had the letter case',
    },
  },
  {
    id: 'timestamp-fraction',
    section: '2',
    question: 'Do timestamps ever have fewer or more than three fraction digits?',
    sdk: 'Accepts any number of fraction digits, including none.',
    /** Numbers of fraction digits in timestamps, in ascending order. */
    observed: () => z.object({ digits: numbers() }),
    // Compare only the greatest number, because the numbers of digits vary if a service omits trailing zeros.
    words: { digits: { says: 'timestamps had this number of fraction digits at most:', greatest: true } },
  },
  {
    id: 'timestamp-offset',
    section: '2',
    question: 'Do timestamps end with `Z`, or is UTC also written as `+00:00`?',
    sdk: 'Accepts both and returns them unchanged. The timestamps that it writes itself end with `Z`.',
    observed: () =>
      z.object({
        /** Suffixes of timestamps in UTC: `Z` or `+00:00`. */
        suffixes: texts(),
      }),
    words: { suffixes: 'timestamps ended with' },
  },
  {
    id: 'type-values',
    section: '2.3',
    question: 'Which values other than REST can `type` have?',
    sdk: 'Accepts any string.',
    observed: () => z.object({ values: texts() }),
    words: { values: 'the values of type were' },
    ofData: true,
  },
  {
    id: 'required-fields',
    section: '2.3',
    question: 'Which fields of a mock service are required?',
    sdk: 'Requires all of them, in requests and in responses.',
    observed: () =>
      z.object({
        /** Statuses of create requests, by the name of the omitted field. */
        without: by(z.int()),
      }),
    words: { 'without.*': 'a create without * got' },
  },
  {
    id: 'bounds',
    section: '2.3',
    question: 'Which lengths and counts are allowed?',
    sdk: 'Accepts any length and count.',
    unobserved: 'A run would need many invalid inputs, and could still miss a limit.',
  },
  {
    id: 'header-value-types',
    section: '2.3',
    question: 'Which types other than boolean may a default response header have?',
    sdk: 'Accepts any JSON value.',
    observed: () =>
      z.object({
        /** JSON types of the existing header values. */
        seen: texts(),
        /** Whether the service stored a header value unchanged, by JSON type. Absent if writes were not allowed. */
        kept: z.exactOptional(by(z.boolean())),
      }),
    words: {
      seen: { says: 'header values had the types', needsItems: true },
      'kept.*': 'a header value of type * was stored unchanged:',
    },
  },
  {
    id: 'cors-methods',
    section: '2.3',
    question: 'May allowedMethods contain methods other than GET, POST, PUT and DELETE?',
    sdk: 'Accepts any string.',
    observed: () => z.object({ values: texts() }),
    words: { values: 'allowedMethods had the values' },
    ofData: true,
  },
  {
    id: 'metadata-fields',
    section: '2.5',
    question: 'Which fields other than scenarioId does metadata have?',
    sdk: 'Accepts and keeps any field, with the type `unknown`.',
    observed: () =>
      z.object({
        /** JSON types of metadata fields other than `scenarioId`, by field name. */
        types: by(texts()),
      }),
    words: { types: 'metadata had fields other than scenarioId:' },
  },
  {
    id: 'base64-form',
    section: '2.5',
    question: 'Are recorded bodies padded, and in which Base64 alphabet?',
    sdk: 'Accepts any string, and decodes it only on demand.',
    observed: () =>
      z.object({
        /** Base64 alphabet of the bodies, or `either` if no body contains a character of only one alphabet. */
        alphabet: openEnum<'standard' | 'url' | 'both' | 'either'>(),
        /** Base64 padding of the bodies, or `either` if no body has a length that requires padding. */
        padding: openEnum<'always' | 'never' | 'sometimes' | 'either'>(),
      }),
    words: {
      alphabet: 'bodies had the Base64 alphabet',
      padding: 'bodies had Base64 padding:',
    },
    ofData: true,
  },
  {
    id: 'recorded-path',
    section: '2.5',
    question: "Does a recorded request's path include the query string?",
    sdk: 'Accepts any string.',
    observed: () =>
      z.object({
        /** Whether any recorded path has a query string. */
        withQuery: z.boolean(),
      }),
    words: { withQuery: 'a recorded path had a query:' },
    ofData: true,
  },
  {
    id: 'transitions',
    section: '3',
    question: 'Which states and transitions exist?',
    sdk: 'Has no model of states.',
    unobserved: 'The interface has no state that a client can read.',
  },
  {
    id: 'expiry',
    section: '3',
    question: 'What happens to a workspace when it expires?',
    sdk: 'Returns expiresAt without interpreting it.',
    observed: () =>
      z.object({
        /** Whether expired workspaces are listed. */
        expiredListed: z.boolean(),
        /** Status of reading the activity of an expired workspace, or `null` if no expired workspace is listed. */
        activityStatus: z.nullable(z.int()),
      }),
    words: {
      expiredListed: 'expired workspaces were listed:',
      activityStatus: 'reading the log of an expired workspace got',
    },
  },
  {
    id: 'query-parameters',
    section: '4',
    question: 'Do list endpoints accept query parameters?',
    sdk: 'Sends no query parameters, unless a ky instance adds them.',
    observed: () =>
      z.object({
        /** For each list operation, the status of a request with an unknown query parameter. */
        unknownParameter: perOperation(z.int()),
      }),
    words: { 'unknownParameter.*': '* with an unknown query parameter got' },
  },
  {
    id: 'pagination',
    section: '4',
    question: 'Are lists paginated?',
    sdk: 'Treats every list as complete.',
    observed: () =>
      z.object({
        /** Evidence of pagination: names of fields next to `data`, and of headers such as `link`. */
        signs: texts(),
        /** Whether `?limit=1` shortens a list, or `null` if every list has fewer than two items. */
        limitHonored: z.nullable(z.boolean()),
      }),
    words: {
      signs: 'lists had the signs of pages',
      limitHonored: '?limit=1 shortened a list:',
    },
  },
  {
    id: 'list-order',
    section: '4',
    question: 'In which order are lists returned?',
    sdk: 'Keeps the order of the response, and guarantees no order.',
    observed: () =>
      z.object({
        listMockServices: order(),
        listWorkspaces: order(),
        listActivity: order(),
        /** Whether two reads of every list had the same order, or `null` if every list has fewer than two items. */
        stable: z.exactOptional(z.nullable(z.boolean())),
      }),
    words: {
      listMockServices: 'the order of listMockServices was',
      listWorkspaces: 'the order of listWorkspaces was',
      listActivity: 'the order of listActivity was',
      stable: 'lists had the same order when they were read again:',
    },
  },
  {
    id: 'clear-activity-body',
    section: '4',
    question: 'What is in the response body after clearing an activity log?',
    sdk: 'Ignores the body, and resolves to undefined.',
    observed: openBody,
    words: /*@__PURE__*/ openBodyWords('clearing a log'),
  },
  {
    id: 'delete-body',
    section: '4',
    question: 'What is in the response body after deleting a mock service?',
    sdk: 'Ignores the body, and resolves to undefined.',
    observed: openBody,
    words: /*@__PURE__*/ openBodyWords('a DELETE'),
  },
  {
    id: 'workspace-writes',
    section: '4',
    question: 'How are workspaces created, updated and deleted?',
    sdk: 'Has no methods for these operations.',
    unobserved: 'The interface has no operation for it.',
  },
  {
    id: 'workspace-area-paths',
    section: '4',
    question: 'Do create, update and delete have different paths in the workspace area?',
    sdk: 'Uses the same three paths in both areas, because rule 3 gives the same shapes.',
    unobserved: 'The interface names no other path.',
  },
  {
    id: 'workspace-configuration-fields',
    section: '4',
    question: "How is a workspace's configuration related to the workspace?",
    sdk: 'Checks only the shape of the configuration.',
    observed: () => z.object({ sameId: z.boolean(), sameCreatedAt: z.boolean(), nameIsTitle: z.boolean() }),
    words: {
      sameId: 'a configuration had the id of its workspace:',
      sameCreatedAt: 'a configuration had the createdAt of its workspace:',
      nameIsTitle: 'a configuration had the name of its workspace as title:',
    },
    ofData: true,
  },
  {
    id: 'updated-at',
    section: '4',
    question: 'Does an update change updatedAt?',
    sdk: 'Returns updatedAt without interpreting it.',
    observed: () => z.object({ changed: z.boolean() }),
    words: { changed: 'an update changed updatedAt:' },
  },
  {
    id: 'content-type',
    section: '4',
    question: 'Which content types do requests and responses have?',
    sdk: 'Sends and requests application/json. Parses an expected JSON body regardless of its content type.',
    observed: () =>
      z.object({
        /** Media types of successful responses. */
        responses: perOperation(texts()),
      }),
    words: { 'responses.*': '* got the media type' },
  },
  {
    id: 'success-status',
    section: '4',
    question: 'Does the service ever respond with a 2xx status other than 200 and 201?',
    sdk: 'Treats any 2xx as success.',
    observed: () =>
      z.object({
        /** Statuses of successful responses. */
        statuses: perOperation(numbers()),
      }),
    words: { 'statuses.*': '* got' },
  },
  {
    id: 'write-idempotency',
    section: '4',
    question: 'Does the service recognize a repeated POST as the same request?',
    sdk: 'Does not retry a POST unless the call sets `retryUnsafe`.',
    observed: () =>
      z.object({
        /** Whether two equal create requests had the same id as a result. */
        sameId: z.boolean(),
      }),
    words: { sameId: 'two equal creates got the same identifier:' },
  },
  {
    id: 'authentication',
    section: '5',
    question: 'How does the service authenticate requests?',
    sdk: 'Sends no credentials unless `token` or `headers` is set.',
    observed: () =>
      z.object({
        /** Status of a read request without the headers from the `headers` option. */
        statusWithout: z.int(),
        /** Authentication schemes from the `WWW-Authenticate` header. */
        challenges: texts(),
      }),
    words: {
      statusWithout: 'a request without the headers of the run got',
      challenges: 'the response to it named the authentication schemes',
    },
  },
  {
    id: 'events',
    section: '6',
    question: 'Are there events, callbacks or notifications?',
    sdk: 'Has no methods for events.',
    unobserved: 'The interface names no events.',
  },
  {
    id: 'error-statuses',
    section: '7',
    question: 'Which HTTP statuses do errors have?',
    sdk: 'Throws an ApiError for any status outside 2xx.',
    observed: failures,
    words: { 'statuses.*': '`*` got' },
  },
  {
    id: 'error-body',
    section: '7',
    question: 'What does an error body look like?',
    sdk: 'Accepts any body, and returns it as JSON or text of the type `unknown`.',
    observed: openBody,
    words: /*@__PURE__*/ openBodyWords('reading an unknown id'),
  },
  {
    id: 'error-conditions',
    section: '7',
    question: 'When does each endpoint fail?',
    sdk: 'Handles every error from every endpoint.',
    observed: failures,
    words: { 'statuses.*': '`*` got' },
  },
  {
    id: 'rate-limits',
    section: '8',
    question: 'Which request rates are allowed?',
    sdk: 'Retries after a 429 and honors Retry-After.',
    observed: headerNames,
    words: { headers: 'responses had the headers about rate limits' },
  },
  {
    id: 'size-limits',
    section: '8',
    question: 'How large may bodies and logs be?',
    sdk: 'Reads responses of up to 256 MiB (maxResponseBytes).',
    unobserved: 'Bodies of that size could harm the service.',
  },
  {
    id: 'workspace-lifetime',
    section: '8',
    question: 'How long does a workspace exist?',
    sdk: 'Returns expiresAt and assumes no lifetime.',
    observed: () =>
      z.object({
        /** Shortest time between a workspace's `createdAt` and `expiresAt`, in milliseconds. */
        shortestMs: z.number(),
        longestMs: z.number(),
      }),
    words: {
      shortestMs: 'the shortest life of a workspace in milliseconds was',
      longestMs: 'the longest life of a workspace in milliseconds was',
    },
    ofData: true,
  },
  {
    id: 'versioning',
    section: '9',
    question: 'How is the interface versioned?',
    sdk: 'Sends no version. If a deployment has a version, include it in the base URL.',
    observed: headerNames,
    words: { headers: 'responses had the headers about versions' },
  },
] as const;

type Register = (typeof register)[number];

/** Stable name of an open point, in kebab-case. */
export type OpenPointId = Register['id'];

/**
 * Descriptions of the parts of an observation. A key is a field, several fields (`a,b`), or all members of a field
 * (`a.*`). A member is compared only if both profiles contain the member. In a description, `*` stands for the name of
 * the member.
 */
export interface ObservationWords {
  readonly [path: string]:
    | string
    | {
        readonly says: string;
        /** Whether an empty list counts as no observation. */
        readonly needsItems?: true;
        /** Whether only the greatest number in the list is compared. */
        readonly greatest?: true;
      };
}

/** A detail that the interface leaves unspecified. */
export interface OpenPoint {
  readonly id: OpenPointId;
  /** Section number in the interface, such as `4` or `2.3`. */
  readonly section: string;
  readonly question: string;
  /** Behavior of the SDK as long as the question has no answer. */
  readonly sdk: string;
  /** Returns the schema of observations by a conformance run. Absent if a run cannot observe the open point. */
  readonly observed?: () => z.core.$ZodType;
  /** Beginnings of sentences about the parts of an observation. */
  readonly words?: ObservationWords;
  /** Whether the observation depends only on the service's data. */
  readonly ofData?: true;
  /** Reason if a conformance run cannot observe the open point. */
  readonly unobserved?: string;
}

export const openPoints: readonly OpenPoint[] = register;

type Observed = Extract<Register, { readonly observed: unknown }>;

/** An open point that a conformance run can observe over HTTP. */
export type ObservablePoint = Observed['id'];

/** Observations by the id of the open point. Unobserved open points are absent. */
export type Observations = {
  readonly [Row in Observed as Row['id']]?: DeepReadonly<z.output<ReturnType<Row['observed']>>>;
};

/**
 * Returns the schema of a profile. Unknown open points are accepted, because a later version may observe more open
 * points.
 */
export function profileSchema(): z.ZodMiniType {
  const points = openPoints.flatMap(({ id, observed }) =>
    observed ? [[id, z.optional(observed())] as const] : [],
  );
  return z.object({ version: z.number(), observed: z.looseObject(Object.fromEntries(points)) });
}
