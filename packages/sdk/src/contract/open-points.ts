const register = [
  {
    id: 'runtime-behavior',
    section: '1',
    question: 'How does mocking or forwarding to upstreams happen at runtime?',
    sdk: 'Has no methods for the runtime.',
  },
  {
    id: 'unknown-fields',
    section: '2',
    question: 'May an object have fields that the tables do not list?',
    sdk: 'Accepts and keeps unknown fields in every object.',
  },
  {
    id: 'identifier-form',
    section: '2',
    question: 'Which UUID version, variant and letter case do identifiers have?',
    sdk: 'Accepts any form, and sends identifiers unchanged.',
  },
  {
    id: 'timestamp-fraction',
    section: '2',
    question: 'Do timestamps ever have fewer or more than three fraction digits?',
    sdk: 'Accepts any number of fraction digits, including none.',
  },
  {
    id: 'timestamp-offset',
    section: '2',
    question: 'Do timestamps end with `Z`, or is UTC also written as `+00:00`?',
    sdk: 'Accepts both and returns them unchanged. The timestamps that it writes itself end with `Z`.',
  },
  {
    id: 'type-values',
    section: '2.3',
    question: 'Which values other than REST can `type` have?',
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
    sdk: 'Accepts any length and count.',
  },
  {
    id: 'header-value-types',
    section: '2.3',
    question: 'Which types other than boolean may a default response header have?',
    sdk: 'Accepts any JSON value.',
  },
  {
    id: 'cors-methods',
    section: '2.3',
    question: 'May allowedMethods contain methods other than GET, POST, PUT and DELETE?',
    sdk: 'Accepts any string.',
  },
  {
    id: 'metadata-fields',
    section: '2.5',
    question: 'Which fields other than scenarioId does metadata have?',
    sdk: 'Accepts and keeps any field, with the type `unknown`.',
  },
  {
    id: 'base64-form',
    section: '2.5',
    question: 'Are recorded bodies padded, and in which Base64 alphabet?',
    sdk: 'Accepts any string, and decodes it only on demand.',
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
    sdk: 'Has no model of states.',
  },
  {
    id: 'expiry',
    section: '3',
    question: 'What happens to a workspace when it expires?',
    sdk: 'Returns expiresAt without interpreting it.',
  },
  {
    id: 'query-parameters',
    section: '4',
    question: 'Do list endpoints accept query parameters?',
    sdk: 'Sends no query parameters, unless a ky instance adds them.',
  },
  {
    id: 'pagination',
    section: '4',
    question: 'Are lists paginated?',
    sdk: 'Treats every list as complete.',
  },
  {
    id: 'list-order',
    section: '4',
    question: 'In which order are lists returned?',
    sdk: 'Keeps the order of the response, and guarantees no order.',
  },
  {
    id: 'clear-activity-body',
    section: '4',
    question: 'What is in the response body after clearing an activity log?',
    sdk: 'Ignores the body, and resolves to undefined.',
  },
  {
    id: 'delete-body',
    section: '4',
    question: 'What is in the response body after deleting a mock service?',
    sdk: 'Ignores the body, and resolves to undefined.',
  },
  {
    id: 'workspace-writes',
    section: '4',
    question: 'How are workspaces created, updated and deleted?',
    sdk: 'Has no methods for these operations.',
  },
  {
    id: 'workspace-area-paths',
    section: '4',
    question: 'Do create, update and delete have different paths in the workspace area?',
    sdk: 'Uses the same three paths in both areas, because rule 3 gives the same shapes.',
  },
  {
    id: 'workspace-configuration-fields',
    section: '4',
    question: "How is a workspace's configuration related to the workspace?",
    sdk: 'Checks only the shape of the configuration.',
  },
  {
    id: 'updated-at',
    section: '4',
    question: 'Does an update change updatedAt?',
    sdk: 'Returns updatedAt without interpreting it.',
  },
  {
    id: 'content-type',
    section: '4',
    question: 'Which content types do requests and responses have?',
    sdk: 'Sends and requests application/json. Parses an expected JSON body regardless of its content type.',
  },
  {
    id: 'success-status',
    section: '4',
    question: 'Does the service ever respond with a 2xx status other than 200 and 201?',
    sdk: 'Treats any 2xx as success.',
  },
  {
    id: 'write-idempotency',
    section: '4',
    question: 'Does the service recognize a repeated POST as the same request?',
    sdk: 'Does not retry a POST unless the call sets `retryUnsafe`.',
  },
  {
    id: 'authentication',
    section: '5',
    question: 'How does the service authenticate requests?',
    sdk: 'Sends no credentials unless `token` or `headers` is set.',
  },
  {
    id: 'events',
    section: '6',
    question: 'Are there events, callbacks or notifications?',
    sdk: 'Has no methods for events.',
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
    sdk: 'Accepts any body, and returns it as JSON or text of the type `unknown`.',
  },
  {
    id: 'error-conditions',
    section: '7',
    question: 'When does each endpoint fail?',
    sdk: 'Handles every error from every endpoint.',
  },
  {
    id: 'rate-limits',
    section: '8',
    question: 'Which request rates are allowed?',
    sdk: 'Retries after a 429 and honors Retry-After.',
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
    question: 'How long does a workspace exist?',
    sdk: 'Returns expiresAt and assumes no lifetime.',
  },
  {
    id: 'versioning',
    section: '9',
    question: 'How is the interface versioned?',
    sdk: 'Sends no version. If a deployment has a version, include it in the base URL.',
  },
] as const;

/** Stable name of an open point, in kebab-case. */
export type OpenPointId = (typeof register)[number]['id'];

/** A detail that the interface leaves unspecified. */
export interface OpenPoint {
  readonly id: OpenPointId;
  /** Section number in the interface, such as `4` or `2.3`. */
  readonly section: string;
  readonly question: string;
  /** How the SDK deals with the open point. */
  readonly sdk: string;
}

export const openPoints: readonly OpenPoint[] = register;
