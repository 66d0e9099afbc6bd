import { check, formatIssue, locate, typeName } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { FakeServerError, optionError } from '../errors.ts';
import { issueWithin } from '../checks/fields.ts';
import { DraftOptions, type ProfileOptions } from './draft-options.ts';
import type { OpenPoint } from './open-point.ts';
import { openPointTable } from './open-points.ts';
import type { BehaviorOptions, Profile } from './options.ts';

/**
 * Returns the options that make a fake server behave like the observed service. Observations about data, such as the
 * values of `type`, are neither converted nor listed as unsupported, because your seed determines them.
 * @throws {FakeServerError} (`invalid-option`) if the profile has another version or is malformed.
 */
export function profileOptions(profile: Profile): ProfileOptions {
  const rows = Object.entries(openPointTable).filter(([, { observed }]) => observed);
  rejectInvalid(rows, profile);
  const options = new DraftOptions();
  for (const [id, { read }] of rows) {
    options.point = id;
    if (profile.observed[id] !== undefined) read?.(profile.observed[id], options);
  }
  for (const [id, value] of Object.entries(profile.observed)) {
    options.point = id;
    if (!rows.some(([known]) => known === id))
      options.unsupported(value, 'the fake server does not know this open point');
  }
  return options.result();
}

export type OptionsWithProfile = BehaviorOptions & { readonly profile?: Profile | undefined };

/** Adds the options of the profile, except those that are given. */
export function withProfile(given: OptionsWithProfile): OptionsWithProfile {
  if (given.profile === undefined) return given;
  const explicit = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...given, ...profileOptions(given.profile).options, ...Object.fromEntries(explicit) };
}

function rejectInvalid(rows: readonly (readonly [id: string, OpenPoint])[], profile: unknown): void {
  const parts = rows.map(([id, { observed = z.unknown }]) => [id, z.optional(observed())]);
  const schema = z.object({ version: z.number(), observed: z.object(Object.fromEntries(parts)) });
  const [issue] = check(schema, profile);
  const version = typeName(profile) === 'object' ? (profile as Profile).version : undefined;
  // Report an unknown version first, because its format may differ.
  const isOther = typeof version === 'number' && version !== 1;
  const problem = isOther ? `received version ${version}` : issue && formatIssue(issue);
  if (problem === undefined) return;
  const { code, message, issues } = optionError(
    'profile',
    `a profile of version 1 that the conformance suite saved (${problem})`,
  );
  const part = isOther ? locate(['version']) : (issue ?? locate([]));
  const { path, pointer } = issueWithin(locate(['profile']), part);
  throw new FakeServerError(code, message, { issues: issues.map((whole) => ({ ...whole, path, pointer })) });
}
