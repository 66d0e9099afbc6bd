/** The type check of code that is in no file, against the sources of the packages. */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/paths.ts';

/** A message of the compiler. */
export interface Problem {
  /** The first line is 0. */
  readonly line: number;
  readonly message: string;
}

/** What an example may leave unused, and write as most people do. */
const lenient = {
  noUnusedLocals: false,
  noUnusedParameters: false,
  noPropertyAccessFromIndexSignature: false,
};

/**
 * Compiles texts as files of one program.
 * @param texts By name, relative to the root of the repository; the files need not exist.
 * @returns What the compiler says, by the same names; nothing about declarations.
 */
export function compile(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Problem[]> {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(
    Array.from(texts.keys(), (name) => join(root, name)),
    { ...options, ...lenient },
    hostOf(texts, options),
  );
  return new Map(Array.from(texts.keys(), (name) => [name, problemsIn(program, join(root, name))]));
}

/** Reads the texts, and everything else from the disk. */
function hostOf(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const files = new Map(Array.from(texts, ([name, text]) => [join(root, name), asModule(name, text)]));
  const folders = new Set(Array.from(files.keys(), (path) => dirname(path)));
  const host = ts.createCompilerHost(options);
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => files.get(path) ?? ts.sys.readFile(path);
  host.directoryExists = (path) => folders.has(path) || ts.sys.directoryExists(path);
  return host;
}

/** Code without imports shares no names with other files, as Node has it. */
function asModule(name: string, text: string): string {
  return name.endsWith('.d.ts') ? text : `${text}\nexport {};\n`;
}

function problemsIn(program: ts.Program, path: string): Problem[] {
  const file = program.getSourceFile(path);
  return ts.getPreEmitDiagnostics(program, file).map(({ messageText, start = 0 }) => ({
    line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}
