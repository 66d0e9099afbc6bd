/** Compares what was sent with what came back, as far as the interface states what has to be equal. */
import { recordOf } from './answer.ts';

/** Identifiers are equal without regard to letter case, which the interface leaves open. */
export function sameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

/** Timestamps are equal as far as the one with fewer fraction digits tells; the number of digits is open. */
export function sameInstant(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const digits = Math.min(3, fractionOf(one), fractionOf(other));
  const unit = 10 ** (3 - digits);
  return Math.floor(Date.parse(one) / unit) === Math.floor(Date.parse(other) / unit);
}

/** How many fraction digits a timestamp has. */
export function fractionOf(timestamp: string): number {
  return /\.(\d+)/.exec(timestamp)?.[1]?.length ?? 0;
}

/** Maps of §2.3, whose keys are data: one that was not sent does not belong there. */
const maps = /(^|\.)defaultResponseHeaders$/;

/**
 * Where `received` differs from `sent`, worded without values. Fields that were not sent are no difference, since
 * objects may have fields that the interface does not name; members of arrays and of maps are.
 */
export function differences(sent: unknown, received: unknown, path: string): string[] {
  if (Array.isArray(sent)) return arrayDifferences(sent, received, path);
  const fields = recordOf(sent);
  if (fields === undefined) {
    return Object.is(sent, received)
      ? []
      : [`${path}: expected the ${typeof sent} sent, received ${otherThan(sent, received)}`];
  }
  const found = recordOf(received);
  if (found === undefined) return [`${path}: expected object, received ${typeOf(received)}`];
  const added = maps.test(path) ? Object.keys(found).filter((key) => !Object.hasOwn(fields, key)) : [];
  return [
    ...Object.entries(fields).flatMap(([key, value]) => differences(value, found[key], `${path}.${key}`)),
    ...added.map(
      (key) => `${path}: expected the members sent, received another one (${JSON.stringify(key)})`,
    ),
  ];
}

function arrayDifferences(sent: readonly unknown[], received: unknown, path: string): string[] {
  if (!Array.isArray(received)) return [`${path}: expected array, received ${typeOf(received)}`];
  if (received.length !== sent.length) {
    return [`${path}: expected the ${sent.length} items sent, received ${received.length}`];
  }
  return sent.flatMap((item, i) => differences(item, received[i], `${path}[${i}]`));
}

function otherThan(sent: unknown, received: unknown): string {
  return typeof sent === typeof received ? `another ${typeof sent}` : typeOf(received);
}

/** The JSON type of a value; `nothing` for a field that is missing. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
