import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceMeta } from './marks.ts';
import { policyHeader } from '../content-security.ts';

export class PageMissing extends Error {
  override readonly name = 'PageMissing';
}

export type PageFiles = ReadonlyMap<string, PageFile>;

interface PageFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws {PageMissing} if the folder has no `index.html`. */
export async function readPage(folder: string, service: string | undefined): Promise<PageFiles> {
  const files = new Map<string, PageFile>();
  for (const path of await filesBelow(folder)) {
    const body = await readFile(path);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { body, headers: headersOf(path, service) });
  }
  const index = files.get('/index.html');
  if (index === undefined)
    throw new PageMissing(
      `The folder ${folder} has no index.html. Expected the built page. In a clone of the repository, run: npm run build -w packages/explorer`,
    );
  const html = service === undefined ? index.body : Buffer.from(withService(index.body.toString(), service));
  files.delete('/index.html');
  return files.set('/', { ...index, body: html });
}

/** Returns `false` if the page has no such file or the method is not GET or HEAD. */
export function sendFile(
  files: PageFiles,
  path: string,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const file = files.get(path);
  if (file === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  outgoing.writeHead(200, { ...file.headers, 'content-length': file.body.length });
  outgoing.end(method === 'HEAD' ? undefined : file.body);
  return true;
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

function headersOf(path: string, service: string | undefined): Readonly<Record<string, string>> {
  return {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    // Browsers can cache files in `assets` forever, because their names contain a hash of their content.
    'cache-control': path.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policyHeader(service === undefined ? 'any' : 'own'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
};

function withService(html: string, service: string): string {
  const content = service.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return html.replace('<head>', (head) => `${head}<meta name="${serviceMeta}" content="${content}">`);
}
