/** The register of open points: what the interface leaves unspecified, and what the SDK therefore accepts. */

/** One question that the interface leaves open. */
export interface OpenPoint {
  /** Stable name, kebab-case. */
  readonly id: string;
  /** Section of the interface, such as `4` or `2.3`. */
  readonly section: string;
  readonly question: string;
  /** What the SDK accepts. */
  readonly sdk: string;
}

export const openPoints: readonly OpenPoint[] = [
  {
    id: 'runtime-behaviour',
    section: '1',
    question: 'How does mocking or forwarding to upstreams happen at runtime?',
    sdk: 'Has no method for it.',
  },
  {
    id: 'unknown-fields',
    section: '2',
    question: 'May an object have fields that the tables do not name?',
    sdk: 'Accepts and keeps unknown fields in every object.',
  },
  {
    id: 'identifier-form',
    section: '2',
    question: 'Which UUID version, variant and letter case do identifiers have?',
    sdk: 'Accepts any; sends an identifier exactly as given.',
  },
  {
    id: 'timestamp-fraction',
    section: '2',
    question: 'Do timestamps ever have fewer or more than three fraction digits?',
    sdk: 'Accepts any number of fraction digits, including none.',
  },
  {
    id: 'type-values',
    section: '2.3',
    question: 'Which values of `type` are there besides REST?',
    sdk: 'Accepts any string.',
  },
  {
    id: 'required-fields',
    section: '2.3',
    question: 'Which fields of a mock service are required?',
    sdk: 'Requires all of them, in requests and in responses.',
  },
  {
    id: 'bounds',
    section: '2.3',
    question: 'Which lengths and counts are allowed?',
    sdk: 'Accepts any.',
  },
  {
    id: 'text-forms',
    section: '2.3',
    question: 'Which text may strings hold, and which is changed or rejected?',
    sdk: 'Sends any string as given, and returns any as received.',
  },
  {
    id: 'header-value-types',
    section: '2.3',
    question: 'Which types may a default response header have besides boolean?',
    sdk: 'Accepts any JSON value.',
  },
  {
    id: 'cors-methods',
    section: '2.3',
    question: 'May allowedMethods name other methods than GET, POST, PUT and DELETE?',
    sdk: 'Accepts any string.',
  },
  {
    id: 'metadata-fields',
    section: '2.5',
    question: 'Which fields does metadata have besides scenarioId?',
    sdk: 'Accepts and keeps any; types them as `unknown`.',
  },
  {
    id: 'base64-form',
    section: '2.5',
    question: 'Are recorded bodies padded, and in which Base64 alphabet?',
    sdk: 'Accepts any string; decodes it only on demand.',
  },
  {
    id: 'recorded-path',
    section: '2.5',
    question: "Does a recorded request's path include the query string?",
    sdk: 'Accepts any string.',
  },
  {
    id: 'transitions',
    section: '3',
    question: 'Which states and transitions exist?',
    sdk: 'Knows none.',
  },
  {
    id: 'expiry',
    section: '3',
    question: 'What happens to a workspace when it expires?',
    sdk: 'Returns expiresAt and draws no conclusion.',
  },
  {
    id: 'query-parameters',
    section: '4',
    question: 'Do list endpoints take query parameters?',
    sdk: 'Sends only those of the base URL.',
  },
  {
    id: 'pagination',
    section: '4',
    question: 'Are lists paged?',
    sdk: 'Treats a list as complete.',
  },
  {
    id: 'list-order',
    section: '4',
    question: 'In which order are lists returned?',
    sdk: 'Keeps the order of the response; guarantees none.',
  },
  {
    id: 'clear-activity-body',
    section: '4',
    question: 'What is in the response body after clearing an activity log?',
    sdk: 'Ignores it; the method resolves to undefined.',
  },
  {
    id: 'delete-body',
    section: '4',
    question: 'What is in the response body after deleting a mock service?',
    sdk: 'Ignores it; the method resolves to undefined.',
  },
  {
    id: 'workspace-writes',
    section: '4',
    question: 'How are workspaces created, updated and deleted?',
    sdk: 'Has no method for it.',
  },
  {
    id: 'workspace-area-paths',
    section: '4',
    question: 'Do create, update and delete have other paths in the workspace area?',
    sdk: 'Uses the same three paths in both areas, because rule 3 gives the same shapes.',
  },
  {
    id: 'workspace-configuration-fields',
    section: '4',
    question: "How do a workspace's configuration and the workspace relate?",
    sdk: 'Checks only the shape.',
  },
  {
    id: 'updated-at',
    section: '4',
    question: 'Does an update change updatedAt?',
    sdk: 'Returns it and draws no conclusion.',
  },
  {
    id: 'content-type',
    section: '4',
    question: 'Which content types do requests and responses carry?',
    sdk: 'Sends and requests application/json; parses an expected JSON body whatever its content type.',
  },
  {
    id: 'success-status',
    section: '4',
    question: 'Are 2xx statuses other than 200 and 201 ever sent?',
    sdk: 'Treats any 2xx as success.',
  },
  {
    id: 'write-idempotency',
    section: '4',
    question: 'Is a repeated POST recognised as the same request?',
    sdk: 'Sends a POST once, unless the call has `retryUnsafe`.',
  },
  {
    id: 'authentication',
    section: '5',
    question: 'How are calls authenticated?',
    sdk: 'Sends no credentials unless given `token` or `headers`.',
  },
  {
    id: 'events',
    section: '6',
    question: 'Are there events, callbacks or notifications?',
    sdk: 'Has no method for it.',
  },
  {
    id: 'error-statuses',
    section: '7',
    question: 'Which HTTP statuses do errors have?',
    sdk: 'Throws an ApiError for any status outside 2xx.',
  },
  {
    id: 'error-body',
    section: '7',
    question: 'What does an error body look like?',
    sdk: 'Accepts any: parsed if it is JSON, text otherwise, typed `unknown`.',
  },
  {
    id: 'error-conditions',
    section: '7',
    question: 'When does each endpoint fail?',
    sdk: 'Expects any error from any endpoint.',
  },
  {
    id: 'rate-limits',
    section: '8',
    question: 'Which request rates are allowed?',
    sdk: 'Retries after a 429 and honours Retry-After.',
  },
  {
    id: 'size-limits',
    section: '8',
    question: 'How large may bodies and logs be?',
    sdk: 'Reads responses of up to 256 MiB (maxResponseBytes).',
  },
  {
    id: 'workspace-lifetime',
    section: '8',
    question: 'How long does a workspace live?',
    sdk: 'Reads expiresAt and assumes nothing.',
  },
  {
    id: 'versioning',
    section: '9',
    question: 'How is the interface versioned?',
    sdk: 'Sends no version; if a deployment has one, put it into the base URL.',
  },
];
