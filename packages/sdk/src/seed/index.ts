/**
 * Seeds for tools: the data format of seed files, fake servers and copies of a service. Other functions check user
 * input, such as a base URL, a token or the name of an option.
 *
 * @example
 * ```ts
 * import { formatIssue } from '@mock-services/sdk/contract';
 * import { seedIssues, substituteVariables } from '@mock-services/sdk/seed';
 *
 * const file = { variables: { HOST: 'a.test' }, mockServices: [{ titel: '${HOST}', title: 7 }] };
 * const { value, issues } = substituteVariables(file);
 * for (const issue of [...issues, ...seedIssues(value)]) console.log(formatIssue(issue));
 * ```
 *
 * @module @mock-services/sdk/seed
 * @packageDocumentation
 */
export type { Issue } from '../contract/issue.ts';
export { didYouMean, nearestName } from '../names.ts';
export { type BaseUrl, fakeHost, isHeaderValue, readBaseUrl, tokenProblem } from '../service-address.ts';
export {
  readSeed,
  type ReadSeedOptions,
  type SeedProgress,
  type SeedReader,
  type ServiceSeed,
  type SkippedResource,
} from './read-seed.ts';
export { redactValue } from './redact-value.ts';
export {
  type DataKind,
  dataKinds,
  exchangeDraft,
  kindNames,
  type MisspelledField,
  misspelledFields,
  mockServiceDraft,
  type Resources,
  seed,
  seedIssues,
  workspaceDraft,
} from './seed.ts';
export { type SubstitutedSeed, substituteVariables, variablePrefix } from './variables.ts';
