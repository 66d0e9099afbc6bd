/**
 * The register of open points: what the interface does not say, what the SDK therefore accepts, and what
 * the fake server does until told otherwise. Nothing here is a fact about the service.
 */

/** One question that the interface leaves unanswered. */
export interface OpenPoint {
  /** Stable name, kebab-case. */
  readonly id: string;
  /** Section of the interface that leaves it open, such as `4` or `2.3`. */
  readonly section: string;
  readonly question: string;
  /** What the SDK accepts. */
  readonly sdk: string;
  /** What the fake server does by default. */
  readonly fake: string;
  /** The option of the fake server that changes this; `undefined` where there is nothing to vary. */
  readonly knob: string | undefined;
  /** Whether the fake server's grease mode varies it. */
  readonly grease: boolean;
}

function point(
  id: string,
  section: string,
  question: string,
  answers: { readonly sdk: string; readonly fake: string; readonly knob?: string; readonly grease?: true },
): OpenPoint {
  const { sdk, fake, knob, grease = false } = answers;
  return { id, section, question, sdk, fake, knob, grease };
}

const notOffered = { sdk: 'Offers no method for it.', fake: 'Does not offer it.' };

export const openPoints: readonly OpenPoint[] = [
  point('runtime-behaviour', '1', 'How does mocking or forwarding to upstreams happen at runtime?', {
    ...notOffered,
    fake: 'Stores configurations and serves no mocks.',
  }),
  point('unknown-fields', '2', 'May an object carry fields that the tables do not name?', {
    sdk: 'Any, at every object; they are kept.',
    fake: 'Stores what it is sent and returns it.',
    knob: 'unknownFields',
    grease: true,
  }),
  point('identifier-form', '2', 'Which UUID version, variant and letter case do identifiers have?', {
    sdk: 'Any; an identifier is passed on as it was given.',
    fake: 'Makes lower-case version 4 UUIDs and looks identifiers up without regard to case.',
    knob: 'identifierCase',
    grease: true,
  }),
  point('timestamp-fraction', '2', 'Do timestamps ever have fewer or more than three fraction digits?', {
    sdk: 'Any number of fraction digits, none included.',
    fake: 'Writes three.',
    knob: 'timestampFraction',
    grease: true,
  }),
  point('type-values', '2.3', 'Which values of `type` are there besides REST?', {
    sdk: 'Any string.',
    fake: 'Any string.',
  }),
  point('required-fields', '2.3', 'Which fields of a mock service are required?', {
    sdk: 'Requires all of them, sent and received.',
    fake: 'Requires all of them; 422 otherwise.',
  }),
  point('bounds', '2.3', 'Which lengths and counts are allowed?', {
    sdk: 'Any.',
    fake: 'Any.',
  }),
  point('header-value-types', '2.3', 'Which types may a default response header have besides boolean?', {
    sdk: 'Whatever JSON can hold.',
    fake: 'Whatever JSON can hold.',
    knob: 'headerValueTypes',
    grease: true,
  }),
  point('cors-methods', '2.3', 'May allowedMethods name other methods than GET, POST, PUT and DELETE?', {
    sdk: 'Any string.',
    fake: 'Any string.',
  }),
  point('metadata-fields', '2.5', 'Which fields does metadata have besides scenarioId?', {
    sdk: 'Any; they are kept and typed `unknown`.',
    fake: 'Keeps those it is seeded with.',
    knob: 'metadataFields',
    grease: true,
  }),
  point('base64-form', '2.5', 'Are recorded bodies padded, and in which Base64 alphabet?', {
    sdk: 'Any string; it is decoded only when it is asked for.',
    fake: 'Standard alphabet with padding; an empty string for no body.',
    knob: 'seed',
  }),
  point('recorded-path', '2.5', "Does a recorded request's path carry the query string?", {
    sdk: 'Any string.',
    fake: 'Sample data carries it.',
    knob: 'seed',
  }),
  point('transitions', '3', 'Which states and transitions are there?', {
    sdk: 'Knows none.',
    fake: 'Knows none: what exists can be read, changed and deleted at any time.',
  }),
  point('expiry', '3', 'What happens to a workspace when it expires?', {
    sdk: 'Passes expiresAt on and concludes nothing.',
    fake: 'Keeps expired workspaces as they are.',
    knob: 'onExpiry',
  }),
  point('query-parameters', '4', 'Do list endpoints take query parameters?', {
    sdk: 'Sends none but those of the base URL.',
    fake: 'Ignores them.',
  }),
  point('pagination', '4', 'Are lists paged?', {
    sdk: 'Takes a list as the whole list.',
    fake: 'Answers with the whole list.',
  }),
  point('list-order', '4', 'In which order do lists come?', {
    sdk: 'Keeps the order of the response and promises none.',
    fake: 'Insertion order.',
    knob: 'listOrder',
    grease: true,
  }),
  point('clear-activity-body', '4', 'What is in the body after clearing an activity log?', {
    sdk: 'Ignores it; the method resolves to undefined.',
    fake: 'Empty.',
    knob: 'clearActivityBody',
    grease: true,
  }),
  point('delete-body', '4', 'What is in the body after deleting a mock service?', {
    sdk: 'Ignores it; the method resolves to undefined.',
    fake: 'Empty.',
    knob: 'deleteBody',
    grease: true,
  }),
  point('workspace-writes', '4', 'How are workspaces created, updated and deleted?', {
    ...notOffered,
    fake: 'Does not offer it over HTTP; workspaces come from the seed, or are arranged by a test.',
    knob: 'seed',
  }),
  point('workspace-area-paths', '4', 'Do create, update and delete have other paths in the workspace area?', {
    sdk: 'Uses the same three paths in both areas, as rule 3 gives the same shapes.',
    fake: 'Answers on the three paths of the table.',
  }),
  point(
    'workspace-configuration-fields',
    '4',
    "How do a workspace's configuration and the workspace relate?",
    {
      sdk: 'Checks the shape alone.',
      fake: 'Where the seed has none: id and createdAt of the workspace, its name as title, an empty config.',
      knob: 'seed',
    },
  ),
  point('updated-at', '4', 'Does an update change updatedAt?', {
    sdk: 'Passes it on and concludes nothing.',
    fake: 'Sets it to the time of the update; each write moves the clock by one millisecond.',
    knob: 'updatedAt',
  }),
  point('content-type', '4', 'Which content types do requests and responses carry?', {
    sdk: 'Sends and asks for application/json; parses a promised JSON body whatever its content type.',
    fake: 'Answers with application/json; takes application/json and application/*+json, 415 otherwise.',
    knob: 'contentType',
    grease: true,
  }),
  point('success-status', '4', 'Are other 2xx statuses than 200 and 201 ever sent?', {
    sdk: 'Any 2xx is a success.',
    fake: 'Exactly those of the table.',
  }),
  point('write-idempotency', '4', 'Is a repeated POST recognised as the same request?', {
    sdk: 'Never repeats a POST unless the call asks for it.',
    fake: 'Each POST creates another mock service.',
  }),
  point('authentication', '5', 'How are calls authenticated?', {
    sdk: 'Sends no credentials unless given `token` or `headers`.',
    fake: 'Asks for none.',
    knob: 'requiredToken',
  }),
  point('events', '6', 'Are there events, callbacks or notifications?', notOffered),
  point('error-statuses', '7', 'Which statuses do errors have?', {
    sdk: 'Any status outside 2xx is an ApiError.',
    fake: '400 for malformed JSON, 404, 405, 415, and 422 for a body of another shape.',
    knob: 'errorStatuses',
  }),
  point('error-body', '7', 'Which shape does an error body have?', {
    sdk: 'Any; parsed when it is JSON, text otherwise, typed `unknown`.',
    fake: 'Problem details (RFC 9457), with a JSON pointer for each wrong field.',
    knob: 'errorBody',
    grease: true,
  }),
  point('error-conditions', '7', 'When does each endpoint fail?', {
    sdk: 'Expects any failure of any endpoint.',
    fake: 'Unknown id 404; deleting twice 404 the second time; clearing an empty log succeeds.',
    knob: 'repeatedDelete',
  }),
  point('rate-limits', '8', 'Which rates are allowed?', {
    sdk: 'Retries a 429 and honours Retry-After.',
    fake: 'Any.',
  }),
  point('size-limits', '8', 'How large may bodies and logs be?', {
    sdk: 'Any size.',
    fake: 'Any body; a log keeps 10,000 entries, then the oldest go.',
    knob: 'maxActivityEntries',
  }),
  point('workspace-lifetime', '8', 'How long does a workspace live?', {
    sdk: 'Reads expiresAt and assumes nothing.',
    fake: 'As the seed says.',
    knob: 'seed',
  }),
  point('versioning', '9', 'How is the interface versioned?', {
    sdk: 'Sends no version; put one into the base URL where a deployment has it.',
    fake: 'Has none; takes any path prefix.',
    knob: 'baseUrl',
  }),
];
