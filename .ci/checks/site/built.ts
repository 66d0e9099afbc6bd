/** The files of the built site, and a host that serves them below a path. */
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, posix } from 'node:path';
import { at } from '../../../tools/lib/paths.ts';

const folder = at('tools/site/dist');

/** All files, by their paths from the root of the site. */
export const files: ReadonlySet<string> = new Set(
  globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/')),
);

export const pages: readonly string[] = [...files].filter((path) => path.endsWith('.html'));

export function read(path: string): string {
  return readFileSync(`${folder}/${path}`, 'utf8');
}

/** What the HTML of a page links to or loads, as written. */
export function targetsIn(html: string): string[] {
  const attributes = html.replace(/<script\b(?![^>]*\bsrc=)[^>]*>.*?<\/script>/gs, '');
  return Array.from(attributes.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, target = '']) =>
    target.replaceAll('&amp;', '&'),
  );
}

/** The file and the anchor that a target of a page means. */
export function resolve(page: string, target: string): { readonly path: string; readonly anchor: string } {
  const [link = '', anchor = ''] = target.split('#');
  const [path = ''] = link.split('?');
  const resolved = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path));
  return {
    path: resolved.replace(/(^|\/)$/, '$1index.html').replace(/^\.\//, ''),
    anchor: decodeURIComponent(anchor),
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves the site below a path, on a free port. */
export async function host(path: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const name = decodeURI(url.replace(/[?#].*/, ''))
      .slice(path.length)
      .replace(/(^|\/)$/, '$1index.html');
    const isThere = url.startsWith(path) && files.has(name);
    response.writeHead(isThere ? 200 : 404, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
    });
    response.end(isThere ? readFileSync(`${folder}/${name}`) : undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}
