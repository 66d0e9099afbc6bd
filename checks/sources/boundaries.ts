/** Reads a table of boundaries between folders, and finds the imports that cross them. */
import { posix } from 'node:path';
import ts from 'typescript';

/** Each kind of import includes the kinds before it. */
const kinds = ['type', 'lazy', 'value'] as const;
type Kind = (typeof kinds)[number];

export interface Row {
  /** The folder, or a file that differs from its folder, such as `sdk/client`. */
  readonly name: string;
  readonly home: string;
  /** The folder within its package, such as `./client`. */
  readonly folder: string;
  readonly words: readonly { readonly limit: Kind; readonly target: string }[];
}

export type Table = ReadonlyMap<string, Row>;

export function readTable(text: string): Table {
  const rows = (text.match(/\S.*/g) ?? []).map((line): Row => {
    const [home = '', folder = '', ...words] = line.split(/ +/);
    const readWord = (word: string) => {
      const limit = kinds.find((kind) => word.startsWith(`${kind}:`));
      return limit
        ? { limit, target: word.slice(limit.length + 1) }
        : { limit: 'value' as const, target: word };
    };
    return { name: posix.join(home, folder), home, folder, words: words.map(readWord) };
  });
  return new Map(rows.map((row) => [row.name, row]));
}

/** Names a source as the rows do: `packages/sdk/src/client/call.ts` is `sdk/client/call.ts`. */
export const nameOf = (path: string): string => path.replace('packages/', '').replace('/src/', '/');

export const rowOf = (table: Table, name: string): Row | undefined =>
  table.get(name) ?? table.get(posix.dirname(name));

function allows(row: Row, kind: Kind, targets: readonly string[]): boolean {
  return row.words.some(({ limit, target }) => {
    if (kinds.indexOf(kind) > kinds.indexOf(limit)) return false;
    if (!target.endsWith('/**')) return targets.includes(target);
    return targets.some((one) => `${one}/`.startsWith(target.slice(0, -2)));
  });
}

function importsIn(text: string): readonly { kind: Kind; from: string }[] {
  const imports: { kind: Kind; from: string }[] = [];
  const add = (kind: Kind, from: ts.Node | undefined): void => {
    imports.push({ kind, from: from && ts.isStringLiteralLike(from) ? from.text : '(computed)' });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      add(isType ? 'type' : 'value', node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node.isTypeOnly ? 'type' : 'value', node.moduleSpecifier);
    } else if (ts.isImportTypeNode(node)) {
      add('type', ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add('lazy', node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest));
  return imports;
}

/** Lists the imports of a source that its row does not allow, as `<source> → <what it imports>`. */
export function forbiddenIn(table: Table, path: string, text: string): readonly string[] {
  const name = nameOf(path);
  const row = rowOf(table, name);
  return importsIn(text).flatMap(({ kind, from }) => {
    const isRelative = from.startsWith('.');
    const imported = isRelative
      ? nameOf(posix.join(posix.dirname(path), from))
      : from.replace(/^node:.*/, 'node:').replace('@mock-services/', '');
    const target = isRelative ? rowOf(table, imported) : undefined;
    const isAllowed =
      row !== undefined &&
      (isRelative
        ? target === row ||
          (target?.home === row.home && allows(row, kind, [target.folder, imported.replace(row.home, '.')]))
        : allows(row, kind, [imported]));
    return isAllowed ? [] : `${name} → ${imported}`;
  });
}

function importsFrom(table: Table, row: Row, other: Row): boolean {
  if (row === other) return false;
  if (row.home === other.home && allows(row, 'lazy', [other.folder])) return true;
  return row.words.some(({ limit, target }) => {
    if (limit === 'type') return false;
    // A word can name a file that has no row of its own, or another package.
    const isFile = target.startsWith('./') && rowOf(table, posix.join(row.home, target)) === other;
    return isFile || (row.home !== other.home && target.split('/')[0] === other.home);
  });
}

/** Lists the rows on circles of imports, directly or through other rows. Imports of types make no circle. */
export function circlesIn(table: Table): readonly string[] {
  let rest = [...table.values()];
  for (let size = 0; size !== rest.length;) {
    size = rest.length;
    const imports = (row: Row, other: Row): boolean => importsFrom(table, row, other);
    rest = rest.filter(
      (row) => rest.some((to) => imports(row, to)) && rest.some((from) => imports(from, row)),
    );
  }
  return rest.map(({ name }) => name);
}
