import { changeOf, counted, jsonText, quoted, shown } from '@mock-services/cli-kit';
import { idKey, type InexactNumber, locate, numberPlace } from '@mock-services/sdk/contract';
import type { Outcome } from './apply.ts';
import type { Plan } from './plan.ts';
import type { Painter } from './terminal.ts';
import type { Teller, ToldChange, ToldOutcome, ToldPlan, ToldStep } from './told.ts';

const signs = {
  create: ['+', 'green', 'created'],
  update: ['~', 'yellow', 'updated'],
  delete: ['-', 'red', 'deleted'],
} as const;

export function planText({ steps, unchanged, unlisted }: ToldPlan, paint: Painter): string {
  const kept = `  ${counted(unlisted, 'more mock service')} on the service (kept without --delete)`;
  return [
    ...steps.flatMap((step) => [
      stepText(step, paint),
      ...(step.changes ?? []).map((change) => changeText(change, paint)),
    ]),
    `= ${unchanged.toLocaleString('en-US')} unchanged`,
    ...(unlisted === 0 ? [] : [paint('dim', kept)]),
  ].join('\n');
}

function stepText({ action, title }: ToldStep, paint: Painter): string {
  const [sign, color] = signs[action];
  return paint(color, `${sign} ${action} ${quoted(title)}`);
}

const shownCharacters = 300;

function changeText({ path, from, to }: ToldChange, paint: Painter): string {
  const [before = '', after = ''] = [from, to].map((value) => {
    const text = value === undefined ? 'nothing' : jsonText(value, 0);
    return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  });
  return `    ${path}: ${paint('red', before)} → ${paint('green', after)}`;
}

export function doneText({ action, title, id = '' }: ToldStep, paint: Painter): string {
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
 * Lists the numbers that an update would unintentionally change, because JavaScript cannot represent them.
 *
 * @param inexactOf - Returns the numbers of a mock service that JavaScript cannot represent.
 */
export function inexactText(
  { steps }: Plan,
  inexactOf: (id: string) => readonly InexactNumber[],
  teller: Teller,
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
    const { title, id } = teller.step(step);
    return `  ${quoted(title)} ${id}: ${shown(path)}: ${changeOf({ ...changed, keys: place })}.`;
  });
  if (lines.length === 0) return undefined;
  return [
    'An update would also change these numbers of the service, which the file does not contain:',
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

/** Explains that an id in the file has no effect if the service creates the mock service and chooses another id. */
export function unusedIdsText({ done }: Outcome): string | undefined {
  const unused = done.filter(
    (step) => step.action === 'create' && idKey(step.idInFile ?? step.id) !== idKey(step.id),
  );
  if (unused.length === 0) return undefined;
  return `The service chose the ids of its new mock services, so ${counted(unused.length, 'id')} in the file ${unused.length === 1 ? 'has' : 'have'} no effect. From now on, the titles identify these mock services.`;
}

/**
 * Lists the values that the service changed while storing them, because every later `diff` will report these values.
 */
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
