import { openPoints, type OpenPoint, type OpenPointId } from '../../packages/sdk/src/contract/index.ts';

export const openPointsOfErrors: readonly OpenPointId[] = [
  'error-statuses',
  'error-body',
  'error-conditions',
];

export function asQuestions(ids: readonly OpenPointId[]): string {
  const points = ids.flatMap((id) => openPoints.find((point): boolean => point.id === id) ?? []);
  return [
    'The interface leaves these questions open:',
    '',
    ...points.map(({ question }: OpenPoint) => `- ${question}`),
  ].join('\n');
}
