import { openPoints, type OpenPoint, type OperationId } from '../../packages/sdk/src/contract/index.ts';

const lists = ['query-parameters', 'pagination', 'list-order'];
const writes = ['type-values', 'required-fields', 'bounds', 'workspace-area-paths'];

const concerning: Readonly<Record<OperationId, readonly string[]>> = {
  listActivity: [...lists, 'metadata-fields', 'base64-form', 'recorded-path'],
  clearActivity: ['clear-activity-body'],
  listMockServices: [...lists, 'type-values'],
  getMockService: ['type-values', 'header-value-types'],
  createMockService: [...writes, 'header-value-types', 'write-idempotency'],
  updateMockService: [...writes, 'header-value-types', 'updated-at'],
  deleteMockService: ['delete-body', 'workspace-area-paths'],
  listWorkspaces: [...lists, 'expiry', 'workspace-lifetime'],
  getWorkspaceConfiguration: ['workspace-configuration-fields'],
};

const errors = ['error-statuses', 'error-body', 'error-conditions'];

export function openPointsOf(id: OperationId): OpenPoint[] {
  return entries(concerning[id]);
}

export function openPointsOfErrors(): OpenPoint[] {
  return entries(errors);
}

export function asQuestions(points: readonly OpenPoint[]): string {
  return [
    'The interface leaves these questions open:',
    '',
    ...points.map(({ question }) => `- ${question}`),
  ].join('\n');
}

function entries(ids: readonly string[]): OpenPoint[] {
  return ids.map((id) => {
    const entry = openPoints.find((point) => point.id === id);
    if (entry === undefined)
      throw new TypeError(
        `The register of open points has no entry with the id "${id}". Correct the id in tools/openapi/open-points.ts.`,
      );
    return entry;
  });
}
