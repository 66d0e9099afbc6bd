/** The fields of a success in another look. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { Styling } from './styling.ts';

type Fields = Record<string, unknown>;

const identifiers = new Set(['id', 'scenarioId']);
const timestamps = new Set(['createdAt', 'updatedAt', 'expiresAt', 'timestamp']);
/** Where the interface has objects. What is within fields that it does not name is left alone, and so are maps. */
const objects = new Set(['data', 'config', 'cors', 'upstreams', 'request', 'response', 'metadata']);

/** @param value - Parsed anew; it is changed. */
export function restyleFields(value: Fields, operation: OperationId, styling: Styling): Fields {
  restyle(value, '', styling);
  if (operation === 'getWorkspaceConfiguration' && styling.choices.headerValueTypes === 'added') {
    addHeaders(value, styling);
  }
  return value;
}

function restyle(value: unknown, name: string, styling: Styling): void {
  if (Array.isArray(value)) {
    for (const item of value) restyle(item, name, styling);
    return;
  }
  if (!isFields(value)) return;
  for (const [key, field] of Object.entries(value)) {
    if (objects.has(key)) restyle(field, key, styling);
    else if (typeof field === 'string') restyleText(value, key, field, styling);
  }
  addField(value, name, styling);
}

function restyleText(owner: Fields, key: string, text: string, { choices, applied }: Styling): void {
  const isIdentifier = identifiers.has(key) && choices.identifierCase !== 'stored';
  const isTimestamp = timestamps.has(key) && choices.timestampFraction !== 'stored';
  if (!isIdentifier && !isTimestamp) return;
  const restyled = isIdentifier
    ? withCase(text, choices.identifierCase)
    : withFraction(text, choices.timestampFraction);
  if (restyled === text) return;
  applied(isIdentifier ? 'identifierCase' : 'timestampFraction');
  owner[key] = restyled;
}

/** One identifier looks the same in every answer, or nobody could tell that it is one. */
function withCase(id: string, choice: Styling['choices']['identifierCase']): string {
  const isUpper = choice === 'upper' || (id.codePointAt(id.length - 1) ?? 0) % 2 === 0;
  return isUpper ? id.toUpperCase() : id;
}

const digits = { trimmed: 0, microseconds: 6, nanoseconds: 9 } as const;

/** The same instant: digits are added or taken away only where they are zeros. */
function withFraction(timestamp: string, choice: Styling['choices']['timestampFraction']): string {
  if (choice === 'stored') return timestamp;
  return timestamp.replace(/(?:\.(\d+))?Z$/, (_, fraction = '') => {
    const significant = String(fraction).replace(/0+$/, '').padEnd(digits[choice], '0');
    return significant === '' ? 'Z' : `.${significant}Z`;
  });
}

function addField(owner: Fields, name: string, { choices, chance, applied }: Styling): void {
  const choice = name === 'metadata' ? 'metadataFields' : 'unknownFields';
  if (choices[choice] !== 'added') return;
  applied(choice);
  owner[`grease${chance.below(1000)}`] = otherValue(chance.below(6));
}

function addHeaders({ data }: Fields, { chance, applied }: Styling): void {
  const config = isFields(data) ? data['config'] : undefined;
  const headers = isFields(config) ? config['defaultResponseHeaders'] : undefined;
  if (!isFields(headers)) return;
  applied('headerValueTypes');
  headers['x-grease'] = otherValue(chance.below(5));
}

function otherValue(kind: number): unknown {
  return ['text', 42, null, ['a', 1], { nested: true }, false][kind];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
