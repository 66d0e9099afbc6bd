import { endpoints } from '../contract/endpoints.ts';
import { operationIds } from '../contract/operations.ts';
import * as schemas from '../contract/schemas.ts';
import { capitalised, Printer } from './printer.ts';

/** What the predicates are made of. */
const kinds = [
  'type Accepts',
  'expiresLater',
  'isArrayOf',
  'isGuid',
  'isObject',
  'isRecordOf',
  'isString',
  'isTimestamp',
  'isUrl',
];

/** The text of `contract/accepts.ts`. */
export function createAcceptsModule(): string {
  const printer = new Printer(schemas);
  const exported = [
    '/** Whether a value is an identifier (§2). */',
    `export const acceptsIdentifier: Accepts = ${printer.predicate(schemas.identifier, 'isIdentifier')};`,
    '',
    '/** Whether a value is an entry of an activity log (§2.5). */',
    `export const acceptsActivityEntry: Accepts = ${printer.predicate(schemas.activityEntry, 'isActivityEntry')};`,
    '',
    '/** Whether a value is the request body of an operation, as sent; of those that send one. */',
    table(printer, 'body'),
    '',
    '/** Whether a value is the response body of an operation, as received; of those that promise one. */',
    table(printer, 'result'),
  ];
  return [
    '// Written by `npm run accepts` from the schemas of the contract, and not to be edited.',
    'import {',
    ...kinds.map((name) => `  ${name},`),
    "} from './kinds.ts';",
    "import type { OperationId } from './operations.ts';",
    ...printer.declarations.map((declaration) => `\n${declaration}`),
    '',
    ...exported,
    '',
  ].join('\n');
}

/** The predicates of one side of the operations. */
function table(printer: Printer, side: 'body' | 'result'): string {
  const rows = operationIds.flatMap((id) => {
    const schema = endpoints[id][side];
    return schema === undefined
      ? []
      : [`  ${id}: ${printer.predicate(schema, `is${capitalised(id)}${capitalised(side)}`)},`];
  });
  const type = '{ readonly [Id in OperationId]?: Accepts }';
  return [`export const accepts${capitalised(side)}: ${type} = {`, ...rows, '};'].join('\n');
}
