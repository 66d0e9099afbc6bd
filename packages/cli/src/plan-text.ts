import { counted, jsonText, quoted } from '@mock-services/program';
import { isApiError } from '@mock-services/sdk';
import { idKey } from '@mock-services/sdk/contract';
import type { Outcome } from './apply.ts';
import type { Change, Plan, Step } from './plan.ts';
import { describeFailure } from './service.ts';
import type { Painter } from './terminal.ts';

const signs = {
  create: ['+', 'green', 'created'],
  update: ['~', 'yellow', 'updated'],
  delete: ['-', 'red', 'deleted'],
} as const;

export function planText({ steps, unchanged, unlisted }: Plan, paint: Painter): string {
  const kept = `  ${counted(unlisted, 'more mock service')} on the service (kept without --delete)`;
  return [
    ...steps.flatMap((step) => [
      stepText(step, paint),
      ...(step.action === 'update' ? step.changes.map((change) => changeText(change, paint)) : []),
    ]),
    `= ${unchanged.toLocaleString('en-US')} unchanged`,
    ...(unlisted === 0 ? [] : [paint('dim', kept)]),
  ].join('\n');
}

function stepText({ action, title }: Step, paint: Painter): string {
  const [sign, color] = signs[action];
  return paint(color, `${sign} ${action} ${quoted(title)}`);
}

const shownCharacters = 300;

function changeText({ path, from, to }: Change, paint: Painter): string {
  const [before = '', after = ''] = [from, to].map((value) => {
    const text = value === undefined ? 'nothing' : jsonText(value, 0);
    return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  });
  return `    ${path}: ${paint('red', before)} → ${paint('green', after)}`;
}

export function doneText({ action, title, id }: Step & { readonly id: string }, paint: Painter): string {
  return `${paint('green', '✓')} ${signs[action][2]} ${quoted(title)} ${paint('dim', id)}`;
}

export function troubleText({ failed, notTried }: Outcome, paint: Painter): string {
  const indented = (text: string) => text.replaceAll(/^/gm, '    ');
  return [
    ...failed.flatMap(({ action, title, error }) => [
      `${paint('red', '✗')} ${action} ${quoted(title)} failed:`,
      indented(describeFailure(error)),
    ]),
    ...(notTried.length === 0
      ? []
      : ['Not tried:', ...notTried.map((step) => indented(stepText(step, paint)))]),
  ].join('\n');
}

/** Returns, for example, `2 created, 1 updated, 12 unchanged.` */
export function summaryText({ done, failed, notTried }: Outcome, { unchanged }: Plan): string {
  const doneCounts = Object.entries(signs).map(([action, [, , verb]]) => {
    return [done.filter((step) => step.action === action).length, verb] as const;
  });
  const counts = [...doneCounts, [failed.length, 'failed'], [notTried.length, 'not tried']] as const;
  return [...counts.filter(([count]) => count > 0), [unchanged, 'unchanged'] as const]
    .map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
    .join(', ')
    .concat('.');
}

/** The service chooses the ids of new mock services, so ids in a file may have no effect. */
export function unusedIdsText({ done }: Outcome): string | undefined {
  const unused = done.filter(
    (step) => step.action === 'create' && idKey(step.idInFile ?? step.id) !== idKey(step.id),
  );
  if (unused.length === 0) return undefined;
  return `The service chose the ids of its new mock services, so ${counted(unused.length, 'id')} in the file ${unused.length === 1 ? 'has' : 'have'} no effect. From now on, the titles identify these mock services.`;
}

/** Says which values of the file the service changed. Otherwise, `diff` would report them without a reason. */
export function alteredText({ done }: Outcome, paint: Painter): string | undefined {
  const steps = done.filter(({ altered }) => altered.length > 0);
  if (steps.length === 0) return undefined;
  return [
    'The service stored other values than the file has:',
    ...steps.flatMap(({ title, id, altered }) => [
      `  ${quoted(title)} ${paint('dim', id)}`,
      ...altered.map(({ path, from, to }) => changeText({ path, from: to, to: from }, paint)),
    ]),
    'Write these values to the file. Otherwise, diff and apply find them again each time.',
  ].join('\n');
}

export function outcomeJson({ done, failed, notTried }: Outcome, { unchanged, unlisted }: Plan): object {
  const failures = failed.map(({ error, ...step }) => ({
    ...step,
    reason: describeFailure(error),
    ...(isApiError(error) && { status: error.status, body: error.body }),
  }));
  return { done, failed: failures, notTried, unchanged, unlisted };
}
