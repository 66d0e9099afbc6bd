/**
 * The register of open points: what the interface does not say, what the SDK therefore accepts, and what
 * the fake server does by default. Nothing here is a fact about the service.
 */

/** One question that the interface leaves open. */
export interface OpenPoint {
  /** Stable name, kebab-case. */
  readonly id: string;
  /** Section of the interface, such as `4` or `2.3`. */
  readonly section: string;
  readonly question: string;
  /** What the SDK accepts. */
  readonly sdk: string;
  /** What the fake server does by default. */
  readonly fake: string;
  /** The option of the fake server that changes this; `undefined` if there is none. */
  readonly option: string | undefined;
  /** Whether the fake server's grease mode varies it. */
  readonly grease: boolean;
}

function point(
  id: string,
  section: string,
  question: string,
  behaviour: Pick<OpenPoint, 'sdk' | 'fake'> & { readonly option?: string; readonly grease?: true },
): OpenPoint {
  return { id, section, question, option: undefined, grease: false, ...behaviour };
}

const notOffered = { sdk: 'Has no method for it.', fake: 'Does not support it.' };

export const openPoints: readonly OpenPoint[] = [
  point('runtime-behaviour', '1', 'How does mocking or forwarding to upstreams happen at runtime?', {
    ...notOffered,
    fake: 'Stores configurations; does not serve mocks.',
  }),
  point('unknown-fields', '2', 'May an object have fields that the tables do not name?', {
    sdk: 'Accepts and keeps unknown fields in every object.',
    fake: 'Stores and returns what it is sent.',
    option: 'unknownFields',
    grease: true,
  }),
  point('identifier-form', '2', 'Which UUID version, variant and letter case do identifiers have?', {
    sdk: 'Accepts any; sends an identifier exactly as given.',
    fake: 'Generates lower-case version 4 UUIDs; looks identifiers up case-insensitively.',
    option: 'identifierCase',
    grease: true,
  }),
  point('timestamp-fraction', '2', 'Do timestamps ever have fewer or more than three fraction digits?', {
    sdk: 'Accepts any number of fraction digits, including none.',
    fake: 'Writes three.',
    option: 'timestampFraction',
    grease: true,
  }),
  point('type-values', '2.3', 'Which values of `type` are there besides REST?', {
    sdk: 'Accepts any string.',
    fake: 'Accepts any string.',
  }),
  point('required-fields', '2.3', 'Which fields of a mock service are required?', {
    sdk: 'Requires all of them, in requests and in responses.',
    fake: 'Requires all of them; 422 otherwise.',
  }),
  point('bounds', '2.3', 'Which lengths and counts are allowed?', {
    sdk: 'Accepts any.',
    fake: 'Sets no limit.',
  }),
  point('text-forms', '2.3', 'Which text may strings hold, and which is changed or rejected?', {
    sdk: 'Sends any string as given, and returns any as received.',
    fake: 'Returns any string as it was sent; the URL of an upstream has to be absolute.',
  }),
  point('header-value-types', '2.3', 'Which types may a default response header have besides boolean?', {
    sdk: 'Accepts any JSON value.',
    fake: 'Accepts any JSON value.',
    option: 'headerValueTypes',
    grease: true,
  }),
  point('cors-methods', '2.3', 'May allowedMethods name other methods than GET, POST, PUT and DELETE?', {
    sdk: 'Accepts any string.',
    fake: 'Accepts any string.',
  }),
  point('metadata-fields', '2.5', 'Which fields does metadata have besides scenarioId?', {
    sdk: 'Accepts and keeps any; types them as `unknown`.',
    fake: 'Keeps the fields of its seed.',
    option: 'metadataFields',
    grease: true,
  }),
  point('base64-form', '2.5', 'Are recorded bodies padded, and in which Base64 alphabet?', {
    sdk: 'Accepts any string; decodes it only on demand.',
    fake: 'Uses the standard alphabet with padding; an empty string for no body.',
    option: 'seed',
  }),
  point('recorded-path', '2.5', "Does a recorded request's path include the query string?", {
    sdk: 'Accepts any string.',
    fake: 'Includes it in sample data.',
    option: 'seed',
  }),
  point('transitions', '3', 'Which states and transitions exist?', {
    sdk: 'Knows none.',
    fake: 'Knows none: anything that exists can be read, changed and deleted at any time.',
  }),
  point('expiry', '3', 'What happens to a workspace when it expires?', {
    sdk: 'Returns expiresAt and draws no conclusion.',
    fake: 'Keeps expired workspaces unchanged.',
    option: 'onExpiry',
  }),
  point('query-parameters', '4', 'Do list endpoints take query parameters?', {
    sdk: 'Sends only those of the base URL.',
    fake: 'Ignores them.',
  }),
  point('pagination', '4', 'Are lists paged?', {
    sdk: 'Treats a list as complete.',
    fake: 'Returns the whole list.',
  }),
  point('list-order', '4', 'In which order are lists returned?', {
    sdk: 'Keeps the order of the response; guarantees none.',
    fake: 'Insertion order.',
    option: 'listOrder',
    grease: true,
  }),
  point('clear-activity-body', '4', 'What is in the response body after clearing an activity log?', {
    sdk: 'Ignores it; the method resolves to undefined.',
    fake: 'Sends an empty body.',
    option: 'clearActivityBody',
    grease: true,
  }),
  point('delete-body', '4', 'What is in the response body after deleting a mock service?', {
    sdk: 'Ignores it; the method resolves to undefined.',
    fake: 'Sends an empty body.',
    option: 'deleteBody',
    grease: true,
  }),
  point('workspace-writes', '4', 'How are workspaces created, updated and deleted?', {
    ...notOffered,
    fake: 'Does not support it over HTTP; workspaces come from the seed or from fixtures.',
    option: 'seed',
  }),
  point('workspace-area-paths', '4', 'Do create, update and delete have other paths in the workspace area?', {
    sdk: 'Uses the same three paths in both areas, because rule 3 gives the same shapes.',
    fake: 'Serves the three paths of the table.',
  }),
  point(
    'workspace-configuration-fields',
    '4',
    "How do a workspace's configuration and the workspace relate?",
    {
      sdk: 'Checks only the shape.',
      fake: 'By default: id and createdAt of the workspace, its name as title, an empty config.',
      option: 'seed',
    },
  ),
  point('updated-at', '4', 'Does an update change updatedAt?', {
    sdk: 'Returns it and draws no conclusion.',
    fake: 'Sets it to the time of the update; each write advances the clock by one millisecond.',
    option: 'updatedAt',
  }),
  point('content-type', '4', 'Which content types do requests and responses carry?', {
    sdk: 'Sends and requests application/json; parses an expected JSON body whatever its content type.',
    fake: 'Sends application/json; accepts application/json and application/*+json, 415 otherwise.',
    option: 'contentType',
    grease: true,
  }),
  point('success-status', '4', 'Are 2xx statuses other than 200 and 201 ever sent?', {
    sdk: 'Treats any 2xx as success.',
    fake: 'Sends exactly those of the table.',
  }),
  point('write-idempotency', '4', 'Is a repeated POST recognised as the same request?', {
    sdk: 'Never retries a POST unless the call asks for it; sends a key where `idempotencyKey` names a header.',
    fake: 'Each POST creates another mock service.',
  }),
  point('authentication', '5', 'How are calls authenticated?', {
    sdk: 'Sends no credentials unless given `token` or `headers`.',
    fake: 'Requires no credentials.',
    option: 'requiredToken',
  }),
  point('events', '6', 'Are there events, callbacks or notifications?', notOffered),
  point('error-statuses', '7', 'Which HTTP statuses do errors have?', {
    sdk: 'Throws an ApiError for any status outside 2xx.',
    fake: '400 for malformed JSON, 404, 405, 415, and 422 for a body that does not match its schema.',
    option: 'errorStatuses',
  }),
  point('error-body', '7', 'What does an error body look like?', {
    sdk: 'Accepts any: parsed if it is JSON, text otherwise, typed `unknown`.',
    fake: 'Sends problem details (RFC 9457), with a JSON pointer for each invalid field.',
    option: 'errorBody',
    grease: true,
  }),
  point('error-conditions', '7', 'When does each endpoint fail?', {
    sdk: 'Expects any error from any endpoint.',
    fake: '404 for an unknown id and for a second delete; clearing an empty log succeeds.',
    option: 'repeatedDelete',
  }),
  point('rate-limits', '8', 'Which request rates are allowed?', {
    sdk: 'Retries after a 429 and honours Retry-After.',
    fake: 'Sets no limit.',
  }),
  point('size-limits', '8', 'How large may bodies and logs be?', {
    sdk: 'Reads responses of up to 256 MiB (maxResponseBytes).',
    fake: 'Accepts bodies of up to 10 MiB (maxBodyBytes); all data may have 512 MiB (maxWorldBytes), and a log keeps its newest 10,000 entries.',
    option: 'maxActivityEntries',
  }),
  point('workspace-lifetime', '8', 'How long does a workspace live?', {
    sdk: 'Reads expiresAt and assumes nothing.',
    fake: 'As the seed defines.',
    option: 'seed',
  }),
  point('versioning', '9', 'How is the interface versioned?', {
    sdk: 'Sends no version; if a deployment has one, put it into the base URL.',
    fake: 'Has none; accepts any path prefix.',
    option: 'baseUrl',
  }),
];
