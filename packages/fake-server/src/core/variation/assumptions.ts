/**
 * Lists the fake server's behavior for each open point. `openPoints` of the contract contains the questions that the
 * interface leaves open.
 */
import type { FakeServerOptions } from '../options.ts';

/** The fake server's behavior for one open point. */
export interface Assumption {
  /** Description of the default behavior. */
  readonly behavior: string;
  /** Name of the option that changes the behavior, if such an option exists. */
  readonly option?: keyof FakeServerOptions;
}

/** The fake server's behavior for each open point. The keys are the ids in `openPoints` of the contract. */
export const assumptions: { readonly [point: string]: Assumption } = {
  'runtime-behavior': { behavior: 'Stores configurations, but does not serve mocks.' },
  'unknown-fields': { behavior: 'Stores and returns unknown fields.', option: 'unknownFields' },
  'identifier-form': {
    behavior: 'Generates lower-case version 4 UUIDs, and looks up identifiers case-insensitively.',
    option: 'identifierCase',
  },
  'timestamp-fraction': { behavior: 'Writes three fraction digits.', option: 'timestampFraction' },
  'type-values': { behavior: 'Accepts any string.' },
  'required-fields': { behavior: 'Requires all fields. A missing field gets a 422.' },
  bounds: { behavior: 'Sets no limit.' },
  'text-forms': { behavior: 'Stores any string unchanged. The URL of an upstream must be absolute.' },
  'header-value-types': { behavior: 'Accepts any JSON value.', option: 'headerValueTypes' },
  'cors-methods': { behavior: 'Accepts any string.' },
  'metadata-fields': { behavior: 'Returns the metadata fields of the seed.', option: 'metadataFields' },
  'base64-form': {
    behavior: 'Uses the standard alphabet with padding, and an empty string for no body.',
    option: 'seed',
  },
  'recorded-path': { behavior: 'Includes the query string in sample data.', option: 'seed' },
  transitions: { behavior: 'Has no states. Every resource can be read, changed and deleted at any time.' },
  expiry: { behavior: 'Keeps expired workspaces unchanged.', option: 'onExpiry' },
  'query-parameters': { behavior: 'Ignores query parameters.' },
  pagination: { behavior: 'Returns the whole list.' },
  'list-order': { behavior: 'Returns lists in insertion order.', option: 'listOrder' },
  'clear-activity-body': { behavior: 'Sends an empty body.', option: 'clearActivityBody' },
  'delete-body': { behavior: 'Sends an empty body.', option: 'deleteBody' },
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
  'updated-at': {
    behavior: 'Sets updatedAt to the time of the update. Each write advances the clock by one millisecond.',
    option: 'updatedAt',
  },
  'content-type': {
    behavior:
      'Sends application/json. Accepts application/json and application/*+json. Other types get a 415.',
    option: 'contentType',
  },
  'success-status': { behavior: 'Sends the statuses in the endpoint table.' },
  'write-idempotency': { behavior: 'Creates another mock service for each POST.' },
  authentication: { behavior: 'Requires no credentials.', option: 'requiredToken' },
  events: { behavior: 'Sends no events.' },
  'error-statuses': {
    behavior:
      'Sends 400 for malformed JSON, 404, 405, 415, and 422 for a body that does not match its schema.',
    option: 'errorStatuses',
  },
  'error-body': {
    behavior: 'Sends problem details (RFC 9457), with a JSON pointer for each invalid field.',
    option: 'errorBody',
  },
  'error-conditions': {
    behavior: 'Sends 404 for an unknown id and for a second delete. Clearing an empty log succeeds.',
    option: 'repeatedDelete',
  },
  'rate-limits': { behavior: 'Sets no limit.' },
  'size-limits': {
    behavior:
      'Accepts bodies up to 10 MiB (maxBodyBytes) and data up to 512 MiB (maxWorldBytes). A log keeps its newest 10,000 entries.',
    option: 'maxActivityEntries',
  },
  'workspace-lifetime': { behavior: 'Uses the lifetimes in the seed.', option: 'seed' },
  versioning: { behavior: 'Has no versions, and accepts any path prefix.', option: 'baseUrl' },
};
