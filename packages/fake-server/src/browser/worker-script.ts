/** Looks at the worker script before it is registered: what a browser says about a wrong one helps nobody. */
import { WorkerError } from './worker-error.ts';

/**
 * Checks that MSW's worker script is at a URL, and that it is of the page's major version of MSW.
 *
 * @param mswMajor - The page's.
 * @throws {WorkerError} that names the command that mends it.
 */
export async function checkWorkerScript(url: URL, mswMajor: number): Promise<void> {
  const script = await read(url);
  const version = /PACKAGE_VERSION = ['"]((\d+)\.[^'"]+)/.exec(script ?? '');
  if (version === null) throw new WorkerError('missing', missing(url, script !== undefined));
  const [, whole = '', major] = version;
  if (Number(major) !== mswMajor) throw new WorkerError('stale', stale(url, whole, mswMajor));
}

/** The script as text; `undefined` when the server has none. */
async function read(url: URL): Promise<string | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  return response?.ok === true ? response.text() : undefined;
}

function missing(url: URL, somethingElse: boolean): string {
  const found = somethingElse ? 'What is there is another file or page.' : 'Nothing is there.';
  return `MSW's worker script was not found at ${url.href}. ${found}${mend(url)}`;
}

function stale(url: URL, version: string, mswMajor: number): string {
  return `The worker script at ${url.href} is that of MSW ${version}, and this page uses MSW ${mswMajor}.${mend(url)}`;
}

function mend({ pathname }: URL): string {
  const folder = pathname.slice(1, pathname.lastIndexOf('/'));
  const within = folder === '' ? 'public' : `public/${folder}`;
  return [
    '',
    `Put it there with:  npx msw init ${within} --save`,
    'where public is the folder that static files are served from. With Vite, the plugin msw/vite does without it.',
  ].join('\n');
}
