/** The schemas of the contract that become named components, each with a description. */
import type * as z from 'zod/mini';
import * as contract from '../../packages/sdk/src/contract/index.ts';

/** Name and description of a component. */
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
    'ISO 8601 in UTC, stated with milliseconds; other fractions are taken (§2).',
  ),
  name(contract.mockServiceSummary, 'MockServiceSummary', 'Item of the mock service list (§2.1).'),
  name(contract.mockService, 'MockService', 'A mock service with its config (§2.2).'),
  name(
    contract.mockServiceInput,
    'MockServiceInput',
    'What a create or an update sends (§4, rules 1 and 2).',
  ),
  name(contract.createdMockService, 'CreatedMockService', 'The answer to a create (§4, rule 1).'),
  name(contract.mockServiceConfig, 'MockServiceConfig', 'What a mock service is configured to do (§2.3).'),
  name(contract.cors, 'Cors', 'Cross-origin rules; the origins are hosts (§2.3).'),
  name(contract.headerValue, 'HeaderValue', 'A boolean is used; other types are not stated (§2.3).'),
  name(contract.upstream, 'Upstream', 'A named target with an absolute URL (§2.3).'),
  name(
    contract.workspace,
    'Workspace',
    'Item of the workspace list; expiresAt is later than createdAt (§2.4).',
  ),
  name(contract.activityEntry, 'ActivityEntry', 'One recorded exchange (§2.5).'),
  name(contract.recordedRequest, 'RecordedRequest', 'Request of a recorded exchange (§2.5).'),
  name(contract.recordedResponse, 'RecordedResponse', 'Response of a recorded exchange (§2.5).'),
  name(contract.activityMetadata, 'ActivityMetadata', 'Other fields are not stated (§2.5).'),
];
