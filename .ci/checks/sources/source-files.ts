/** The project's source files, for checks that read them as text. */
import { globSync, readFileSync } from 'node:fs';
import { at, root } from '../../../tools/lib/paths.ts';

export interface SourceFile {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The files that match any of the patterns, except for installed, built and generated ones. */
export function sourceFiles(...patterns: readonly string[]): SourceFile[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\/|\.gen\.ts$/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(at(path), 'utf8') }));
}

/** The lines of the files that match a pattern, as `path:line: text`. */
export function linesMatching(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, location: `${path}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ line, location }) => `${location}: ${line.trim()}`),
  );
}
