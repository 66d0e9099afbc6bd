import { endpoints } from '../../packages/sdk/src/contract/endpoints.ts';
import { operationIds } from '../../packages/sdk/src/contract/operations.ts';
import * as schemas from '../../packages/sdk/src/contract/schemas.ts';
import { capitalised, Printer } from './printer.ts';

/** Helpers that the generated validators use. */
const kinds = [
  'type Validator',
  'isArrayOf',
  'isGuid',
  'isObject',
  'isRecordOf',
  'isString',
  'isTimestamp',
  'isUrl',
];

/** The text of `contract/validators.gen.ts`. */
export function createValidatorsModule(): string {
  const printer = new Printer(schemas);
  const exported = [
    '/** Whether a value is an identifier (§2). */',
    `export const isIdentifier: Validator = ${printer.validator(schemas.identifier, 'isIdentifier')};`,
    '',
    '/** Whether a value is an entry of an activity log (§2.5). */',
    `export { ${printer.validator(schemas.activityEntry, 'isActivityEntry')} };`,
    '',
    '/** Whether a value is the request body of an operation, as sent; of those that send one. */',
    table(printer, 'body'),
    '',
    '/** Whether a value is the response body of an operation, as received; of those that promise one. */',
    table(printer, 'result'),
  ];
  return [
    '// Written by `npm run generate` from the schemas of the contract, and not to be edited.',
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

/** The validators of the requests, or of the responses. */
function table(printer: Printer, side: 'body' | 'result'): string {
  const rows = operationIds.flatMap((id) => {
    const schema = endpoints[id][side];
    return schema === undefined
      ? []
      : [`  ${id}: ${printer.validator(schema, `is${capitalised(id)}${capitalised(side)}`)},`];
  });
  const type = '{ readonly [Id in OperationId]?: Validator }';
  return [`export const ${side}Validators: ${type} = {`, ...rows, '};'].join('\n');
}
