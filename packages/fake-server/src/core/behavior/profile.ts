import { check, formatIssue, locate, openPoints, profileSchema, typeName } from '@mock-services/sdk/contract';
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
  rejectInvalid(profile);
  const options = new DraftOptions();
  const rows: Readonly<Record<string, OpenPoint<never>>> = openPointTable;
  for (const { id, observed } of openPoints) {
    options.point = id;
    // The cast is safe, because the observation matches the schema of the contract.
    if (observed && profile.observed[id] !== undefined)
      rows[id]?.read?.(profile.observed[id] as never, options);
  }
  for (const [id, value] of Object.entries(profile.observed)) {
    options.point = id;
    if (!openPoints.some((known) => known.id === id && known.observed))
      options.unsupported(value, 'the fake server does not know this open point');
  }
  return options.result();
}

export type OptionsWithProfile = BehaviorOptions & { readonly profile?: Profile | undefined };

export function withProfile(given: OptionsWithProfile): OptionsWithProfile {
  if (given.profile === undefined) return given;
  const explicit = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...given, ...profileOptions(given.profile).options, ...Object.fromEntries(explicit) };
}

function rejectInvalid(profile: unknown): void {
  const [issue] = check(profileSchema(), profile);
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
