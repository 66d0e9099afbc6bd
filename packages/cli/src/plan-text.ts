/** Prints plans and what became of them, for people and as JSON. */
import { isApiError } from '@mock-services/sdk';
import { type Done, type FailedStep, ForeignServiceError, type Outcome } from './apply.ts';
import type { Change, Plan, Step } from './plan.ts';
import { describeFailure } from './service.ts';
import { counted, jsonText, type Painter, quoted } from './terminal.ts';

const signs = {
  create: ['+', 'green', 'created'],
  update: ['~', 'yellow', 'updated'],
  delete: ['-', 'red', 'deleted'],
} as const;

const kinds = ['create', 'update', 'delete'] as const;

export function planText({ steps, unchanged, unlisted }: Plan, paint: Painter): string {
  return [
    ...steps.flatMap((step) => [
      stepText(step, paint),
      ...(step.kind === 'update' ? step.changes.map((change) => changeText(change, paint)) : []),
    ]),
    `= ${unchanged.toLocaleString('en-US')} unchanged`,
    ...(unlisted === 0
      ? []
      : [paint('dim', `  ${counted(unlisted, 'more mock service')} on the service (kept without --delete)`)]),
  ].join('\n');
}

function stepText({ kind, title }: Step, paint: Painter): string {
  const [sign, color] = signs[kind];
  return paint(color, `${sign} ${kind} ${quoted(title)}`);
}

/** Maximum length of a value in a plan, in characters. */
const shownValue = 300;

function changeText({ path, from, to }: Change, paint: Painter): string {
  const [before, after] = [from, to].map((value) => {
    const text = value === undefined ? 'nothing' : jsonText(value, 0);
    return text.length > shownValue ? `${text.slice(0, shownValue)}…` : text;
  });
  return `    ${path}: ${paint('red', before ?? '')} → ${paint('green', after ?? '')}`;
}

export function doneText({ step, id }: Done, paint: Painter): string {
  const [, , verb] = signs[step.kind];
  return `${paint('green', '✓')} ${verb} ${quoted(step.title)} ${paint('dim', id)}`;
}

/** Describes a run that ended early: what failed, and what was not tried. */
export function troubleText({ failed, untried }: Outcome, paint: Painter): string {
  return [
    ...failed.flatMap(({ step, error }) => [
      `${paint('red', '✗')} ${step.kind} ${quoted(step.title)} failed:`,
      ...reasonOf(error)
        .split('\n')
        .map((line) => `    ${line}`),
    ]),
    ...(untried.length === 0 ? [] : ['Not tried:', ...untried.map((step) => `    ${stepText(step, paint)}`)]),
  ].join('\n');
}

function reasonOf(error: unknown): string {
  return error instanceof ForeignServiceError ? error.message : describeFailure(error);
}

/** Counts what was done, such as `2 created, 1 updated, 0 deleted, 12 unchanged.` */
export function summaryText({ done }: Outcome, { unchanged }: Plan): string {
  const parts = kinds.flatMap((kind) => {
    const count = done.filter(({ step }) => step.kind === kind).length;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${signs[kind][2]}`];
  });
  return `${[...parts, `${unchanged.toLocaleString('en-US')} unchanged`].join(', ')}.`;
}

/** The service chooses the ids of new mock services, so ids in a file may have no effect. */
export function unusedIdsText({ done }: Outcome): string | undefined {
  const unused = done.filter(({ step, id }) => step.kind === 'create' && (step.unusedId ?? id) !== id);
  if (unused.length === 0) return undefined;
  return `The service chose the ids of its new mock services, so ${counted(unused.length, 'id')} in the file ${unused.length === 1 ? 'has' : 'have'} no effect. From now on, the titles identify these mock services.`;
}

const stepJson = (step: Step) => ({
  action: step.kind,
  title: step.title,
  ...('id' in step && { id: step.id }),
  ...(step.kind === 'update' && { changes: step.changes }),
});

export function planJson({ steps, unchanged, unlisted }: Plan): object {
  return { steps: steps.map(stepJson), unchanged, unlisted };
}

export function outcomeJson({ done, failed, untried }: Outcome, { unchanged, unlisted }: Plan): object {
  return {
    done: done.map(({ step, id }) => ({ ...stepJson(step), id })),
    failed: failed.map(failureJson),
    notTried: untried.map(stepJson),
    unchanged,
    unlisted,
  };
}

const failureJson = ({ step, error }: FailedStep) => ({
  ...stepJson(step),
  reason: reasonOf(error),
  ...(isApiError(error) && { status: error.status, body: error.body }),
});
