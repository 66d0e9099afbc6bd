import type { ActivityEntry } from '@mock-services/sdk/activity';
import { mediaTypeOf } from './forms.ts';

const extensions: Readonly<Record<string, string>> = {
  plain: 'txt',
  javascript: 'js',
  'octet-stream': 'bin',
  '': 'bin',
};

/** A file name for a body: the end of the path, with an extension for the content type unless it has one. */
export function fileNameOf({ request }: ActivityEntry, contentType: string | undefined): string {
  const end =
    request.path
      .replace(/[?#].*/s, '')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const name = end.replace(/[^\w.-]+/g, '_').slice(-80) || 'body';
  if (/\w\.\w{2,5}$/.test(name)) return name;
  const subtype = mediaTypeOf(contentType).replace(/^.*[/+]/, '');
  return `${name}.${extensions[subtype] ?? subtype}`;
}
