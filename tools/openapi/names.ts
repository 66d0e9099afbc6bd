/** These schemas become named components of the OpenAPI document. */
import type * as z from 'zod/mini';
import * as contract from '../../packages/sdk/src/contract/index.ts';

export interface Name {
  readonly id: string;
  readonly description: string;
}

function name(schema: z.core.$ZodType, id: string, description: string): readonly [z.core.$ZodType, Name] {
  return [schema, { id, description }];
}

export const named = [
  name(contract.identifier, 'Identifier', 'UUID in any letter case, variant or version (§2).'),
  name(
    contract.timestamp,
    'Timestamp',
    'ISO 8601 timestamp in UTC. The interface shows milliseconds, but any number of fraction digits is valid, as is `+00:00` in place of `Z` (§2).',
  ),
  name(contract.mockServiceSummary, 'MockServiceSummary', 'An item of the mock service list (§2.1).'),
  name(contract.mockService, 'MockService', 'A mock service with its configuration (§2.2).'),
  name(
    contract.mockServiceInput,
    'MockServiceInput',
    'The input for creating or updating a mock service (§4, rules 1 and 2).',
  ),
  name(
    contract.createdMockService,
    'CreatedMockService',
    'The response to creating a mock service (§4, rule 1).',
  ),
  name(contract.mockServiceConfig, 'MockServiceConfig', 'The configuration of a mock service (§2.3).'),
  name(contract.cors, 'Cors', 'CORS settings. The origins are host names (§2.3).'),
  name(
    contract.headerValue,
    'HeaderValue',
    'Value of a default response header. The interface uses booleans and does not specify other types (§2.3).',
  ),
  name(
    contract.upstream,
    'Upstream',
    'A target to which requests can be forwarded, with an absolute URL (§2.3).',
  ),
  name(
    contract.workspace,
    'Workspace',
    'An item of the workspace list. expiresAt is later than createdAt (§2.4).',
  ),
  name(contract.activityEntry, 'ActivityEntry', 'A recorded exchange (§2.5).'),
  name(contract.recordedRequest, 'RecordedRequest', 'The request of a recorded exchange (§2.5).'),
  name(contract.recordedResponse, 'RecordedResponse', 'The response of a recorded exchange (§2.5).'),
  name(
    contract.activityMetadata,
    'ActivityMetadata',
    'Additional facts about a recorded exchange. The interface does not specify other fields (§2.5).',
  ),
];
