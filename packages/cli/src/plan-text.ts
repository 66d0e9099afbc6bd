import {
  changeOf,
  counted,
  jsonText,
  mapStrings,
  quoted,
  type SeedFile,
  shown,
} from '@mock-services/cli-kit';
import { isApiError } from '@mock-services/sdk';
import { idKey, type InexactNumber, locate, numberPlace } from '@mock-services/sdk/contract';
import type { DoneStep, Outcome } from './apply.ts';
import type { Change, Plan, Step } from './plan.ts';
import { describeFailure } from './service.ts';
import type { Painter } from './terminal.ts';

type Names = SeedFile['withNames'];

/** Writes values of variables as in the file. */
export function namedPlan({ steps, ...plan }: Plan, withNames: Names): Plan {
  return { ...plan, steps: steps.map((step) => namedStep(step, withNames)) };
}

export function namedStep<Any extends Step>(step: Any, withNames: Names): Any {
  const named = (value: unknown) => mapStrings(value, withNames);
  const namedChange = ({ path, from, to }: Change) => {
    const written = named(to);
    // What the service has in place of a variable is probably an earlier value of it.
    const isHidden = from !== undefined && JSON.stringify(written) !== JSON.stringify(to);
    return { path, from: isHidden ? 'another value' : named(from), to: written };
  };
  return {
    ...step,
    title: withNames(step.title),
    ...('id' in step && { id: withNames(step.id) }),
    ...('idInFile' in step && { idInFile: step.idInFile && withNames(step.idInFile) }),
    ...('input' in step && { input: named(step.input) }),
    ...('changes' in step && { changes: step.changes.map(namedChange) }),
    ...('altered' in step && { altered: (step.altered as DoneStep['altered']).map(namedChange) }),
  };
}

export interface ToldOutcome {
  readonly done: readonly DoneStep[];
  readonly failed: readonly (Step & {
    readonly reason: string;
    readonly status?: number;
    readonly body?: unknown;
  })[];
  readonly notTried: readonly Step[];
}

/** Says why steps failed, and writes values of variables as in the file. */
export function toldOutcome({ done, failed, notTried }: Outcome, withNames: Names): ToldOutcome {
  return {
    done: done.map((step) => namedStep(step, withNames)),
    failed: failed.map(({ error, ...step }) => ({
      ...namedStep(step as Step, withNames),
      reason: describeFailure(error, {}, withNames),
      ...(isApiError(error) && { status: error.status, body: namedBody(error.body, withNames) }),
    })),
    notTried: notTried.map((step) => namedStep(step, withNames)),
  };
}

/** The service may repeat a value in an error body, even as the name of a field. */
function namedBody(body: unknown, withNames: Names): unknown {
  if (typeof body === 'string') return withNames(body);
  if (Array.isArray(body)) return body.map((item) => namedBody(item, withNames));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [withNames(name), namedBody(value, withNames)]),
  );
}

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

export function troubleText({ failed, notTried }: ToldOutcome, paint: Painter): string {
  const indented = (text: string) => text.replaceAll(/^/gm, '    ');
  return [
    ...failed.flatMap(({ action, title, reason }) => [
      `${paint('red', '✗')} ${action} ${quoted(title)} failed:`,
      indented(reason),
    ]),
    ...(notTried.length === 0
      ? []
      : ['Not tried:', ...notTried.map((step) => indented(stepText(step, paint)))]),
  ].join('\n');
}

/**
 * Names the values that an update would change without being asked to, because JavaScript cannot represent a number that
 * the service has.
 *
 * @param inexactOf - Returns such numbers of a mock service.
 */
export function inexactText(
  { steps }: Plan,
  inexactOf: (id: string) => readonly InexactNumber[],
  withNames: (text: string) => string,
): string | undefined {
  const lines = steps.flatMap((step) => {
    if (step.action !== 'update') return [];
    const numbers = inexactOf(step.id);
    let changed: InexactNumber | undefined;
    const place = numberPlace(step.input, (number) => {
      changed = numbers.find(({ value }) => value === number);
      return changed !== undefined;
    });
    if (place === undefined || changed === undefined) return [];
    const { path } = locate(place);
    return `  ${quoted(withNames(step.title))} ${step.id}: ${shown(path)}: ${changeOf(changed)}.`;
  });
  if (lines.length === 0) return undefined;
  return [
    'An update would write numbers that the file does not contain, and change them:',
    ...lines,
    'Replace these numbers on the service, or add the fields to the file with other values.',
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
export function alteredText({ done }: ToldOutcome, paint: Painter): string | undefined {
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
