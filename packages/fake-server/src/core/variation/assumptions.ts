/** What the fake server does where the interface is silent. The questions are in the register of open points. */
import type { FakeServerOptions } from '../options.ts';

/** What the fake server does about one open point. */
export interface Assumption {
  /** What the fake server does by default. */
  readonly behavior: string;
  /** The option that changes the behavior, if there is one. */
  readonly option?: keyof FakeServerOptions;
}

/** The fake server's assumptions, by the id of the open point (`openPoints` of `@mock-services/sdk/contract`). */
export const assumptions: { readonly [point: string]: Assumption } = {
  'runtime-behaviour': { behavior: 'Stores configurations; does not serve mocks.' },
  'unknown-fields': { behavior: 'Stores and returns what it is sent.', option: 'unknownFields' },
  'identifier-form': {
    behavior: 'Generates lower-case version 4 UUIDs; looks identifiers up case-insensitively.',
    option: 'identifierCase',
  },
  'timestamp-fraction': { behavior: 'Writes three.', option: 'timestampFraction' },
  'type-values': { behavior: 'Accepts any string.' },
  'required-fields': { behavior: 'Requires all of them; 422 otherwise.' },
  bounds: { behavior: 'Sets no limit.' },
  'text-forms': { behavior: 'Returns any string as it was sent; the URL of an upstream has to be absolute.' },
  'header-value-types': { behavior: 'Accepts any JSON value.', option: 'headerValueTypes' },
  'cors-methods': { behavior: 'Accepts any string.' },
  'metadata-fields': { behavior: 'Keeps the fields of its seed.', option: 'metadataFields' },
  'base64-form': {
    behavior: 'Uses the standard alphabet with padding; an empty string for no body.',
    option: 'seed',
  },
  'recorded-path': { behavior: 'Includes it in sample data.', option: 'seed' },
  transitions: { behavior: 'Knows none: anything that exists can be read, changed and deleted at any time.' },
  expiry: { behavior: 'Keeps expired workspaces unchanged.', option: 'onExpiry' },
  'query-parameters': { behavior: 'Ignores them.' },
  pagination: { behavior: 'Returns the whole list.' },
  'list-order': { behavior: 'Insertion order.', option: 'listOrder' },
  'clear-activity-body': { behavior: 'Sends an empty body.', option: 'clearActivityBody' },
  'delete-body': { behavior: 'Sends an empty body.', option: 'deleteBody' },
  'workspace-writes': {
    behavior: 'Does not support it over HTTP; workspaces come from the seed or from fixtures.',
    option: 'seed',
  },
  'workspace-area-paths': { behavior: 'Serves the three paths of the table.' },
  'workspace-configuration-fields': {
    behavior: 'By default: id and createdAt of the workspace, its name as title, an empty config.',
    option: 'seed',
  },
  'updated-at': {
    behavior: 'Sets it to the time of the update; each write advances the clock by one millisecond.',
    option: 'updatedAt',
  },
  'content-type': {
    behavior: 'Sends application/json; accepts application/json and application/*+json, 415 otherwise.',
    option: 'contentType',
  },
  'success-status': { behavior: 'Sends exactly those of the table.' },
  'write-idempotency': { behavior: 'Each POST creates another mock service.' },
  authentication: { behavior: 'Requires no credentials.', option: 'requiredToken' },
  events: { behavior: 'Does not support it.' },
  'error-statuses': {
    behavior: '400 for malformed JSON, 404, 405, 415, and 422 for a body that does not match its schema.',
    option: 'errorStatuses',
  },
  'error-body': {
    behavior: 'Sends problem details (RFC 9457), with a JSON pointer for each invalid field.',
    option: 'errorBody',
  },
  'error-conditions': {
    behavior: '404 for an unknown id and for a second delete; clearing an empty log succeeds.',
    option: 'repeatedDelete',
  },
  'rate-limits': { behavior: 'Sets no limit.' },
  'size-limits': {
    behavior:
      'Accepts bodies of up to 10 MiB (maxBodyBytes); all data may have 512 MiB (maxWorldBytes), and a log keeps its newest 10,000 entries.',
    option: 'maxActivityEntries',
  },
  'workspace-lifetime': { behavior: 'As the seed defines.', option: 'seed' },
  versioning: { behavior: 'Has none; accepts any path prefix.', option: 'baseUrl' },
};
