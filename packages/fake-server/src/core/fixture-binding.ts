/** How a page learns that the fixture of a Playwright test answers its requests. */

/** Name of the global function that the fixture adds to each page and frame before their scripts run. */
export const fixtureBinding = '__mockServicesFixture';

/** Applies the scenario that the URL of the page names. */
export type FixtureBinding = (scenario: string | undefined) => Promise<FixtureReply>;

/** Plain JSON, because it crosses processes. */
export interface FixtureReply {
  readonly baseUrl: string;
  /** Why the scenario cannot be applied. */
  readonly problem?: string | undefined;
}
