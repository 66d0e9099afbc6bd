/** Finds the values of one kind in a resource. Where they are is what the schemas say. */
import { check, identifier, timestamp, type Schema } from '@mock-services/sdk/contract';
import { recordOf } from '../answer.ts';
import type { ConformanceContext } from '../context.ts';
import { Skip } from '../outcome.ts';
import { everything, type Seen } from '../resources.ts';

/** The identifiers of a resource: its own and that of the scenario it belongs to. */
export function identifiersOf({ value }: Seen): string[] {
  const record = recordOf(value);
  return ofForm(identifier, [record?.['id'], recordOf(record?.['metadata'])?.['scenarioId']]);
}

/** The timestamps of a resource. */
export function timestampsOf({ value }: Seen): string[] {
  const record = recordOf(value);
  const names = ['createdAt', 'updatedAt', 'expiresAt', 'timestamp'];
  return ofForm(
    timestamp,
    names.map((name) => record?.[name]),
  );
}

/** The configs of all mock services and workspaces. Skips when there are none. */
export async function configs(context: ConformanceContext): Promise<Readonly<Record<string, unknown>>[]> {
  return some((await everything(context)).flatMap(configsOf));
}

/** Skips when there are no values. */
export function some<Value>(values: Value[]): Value[] {
  if (values.length === 0) throw new Skip('there is nothing of this kind to look at');
  return values;
}

function configsOf({ value }: Seen): Readonly<Record<string, unknown>>[] {
  const config = recordOf(recordOf(value)?.['config']);
  return config ? [config] : [];
}

function ofForm(schema: Schema, values: readonly unknown[]): string[] {
  return values.flatMap((value) =>
    typeof value === 'string' && check(schema, value).length === 0 ? [value] : [],
  );
}
