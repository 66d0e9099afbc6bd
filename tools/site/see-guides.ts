/** Leads from a symbol of the reference to the guide that shows it in use. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const guides: Readonly<Record<string, { readonly title: string; readonly symbols: readonly string[] }>> = {
  errors: {
    title: 'Errors, retries and time-outs',
    symbols: [
      'sdk/classes/MockServicesError',
      'sdk/classes/ApiError',
      'sdk/classes/NetworkError',
      'sdk/classes/TimeoutError',
      'sdk/classes/AbortError',
      'sdk/classes/ParseError',
      'sdk/classes/ValidationError',
      'sdk/interfaces/ClientOptions',
      'sdk/interfaces/RequestOptions',
    ],
  },
  authentication: { title: 'Authentication', symbols: ['sdk/type-aliases/TokenSource'] },
  telemetry: { title: 'Logging and telemetry', symbols: ['sdk/interfaces/Observers'] },
  activity: {
    title: 'Activity cookbook',
    symbols: [
      'sdk/activity/functions/findActivity',
      'sdk/activity/functions/waitForActivity',
      'sdk/activity/functions/toHar',
      'sdk/activity/functions/toCurl',
      'sdk/activity/functions/redact',
    ],
  },
  testing: {
    title: 'Testing',
    symbols: ['fake-server/vitest/functions/fakeTest', 'fake-server/functions/createFakeServer'],
  },
  browser: { title: 'Browser development', symbols: ['fake-server/browser/functions/startFake'] },
  shared: { title: 'A shared stand-in', symbols: ['fake-server/functions/createWorlds'] },
  conformance: {
    title: 'Conformance and grease',
    symbols: ['fake-server/conformance/functions/runConformance', 'fake-server/interfaces/GreaseOptions'],
  },
  start: { title: 'Start here', symbols: ['sdk/functions/createClient'] },
};

/** Adds a line below the title of each of these pages. */
export function linkToGuides(pages: string): void {
  for (const [guide, { title, symbols }] of Object.entries(guides)) {
    for (const symbol of symbols) {
      const page = `api/@mock-services/${symbol}.md`;
      const link = posix.relative(posix.dirname(page), `guide/${guide}.md`);
      const text = readFileSync(join(pages, page), 'utf8');
      writeFileSync(join(pages, page), text.replace(/^# .*$/m, `$&\n\nGuide: [${title}](${link})`));
    }
  }
}
