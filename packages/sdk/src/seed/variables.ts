import * as z from 'zod/mini';
import { check } from '../contract/check.ts';
import { type Issue, issueAt } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
import { didYouMean } from '../names.ts';

/** Prefix of the environment variables for the variables of a seed file. */
export const variablePrefix = 'MOCK_SERVICES_VAR_';

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The variables of a seed and their default values. `null` means that a variable has no default. */
export const variables = /*@__PURE__*/ z.record(
  /*@__PURE__*/ z.string(),
  /*@__PURE__*/ z.union([/*@__PURE__*/ z.string(), /*@__PURE__*/ z.null()]),
);

type Keys = readonly (string | number)[];

/** A seed in which the variables are replaced by their values. */
export interface SubstitutedSeed {
  /** The seed without the field `variables`, or the given value itself if it lacks this field. */
  readonly value: unknown;
  /** Mistakes in the use of variables. Issues never contain values of variables. */
  readonly issues: readonly Issue[];
}

/** Parts that may contain variables. An activity log cannot, because logs are recorded and not written by hand. */
const parts = ['mockServices', 'workspaces', 'configurations'] as const;

/**
 * Replaces `${NAME}` by the value of a variable in the strings of `mockServices`, `workspaces` and `configurations`,
 * and `$${` by `${`. Field names, and seeds without `variables`, stay unchanged.
 *
 * @param given - Values by name, which override the defaults in the seed.
 */
export function substituteVariables(
  seed: unknown,
  given: ReadonlyMap<string, string> = new Map(),
): SubstitutedSeed {
  if (!isObject(seed) || !Object.hasOwn(seed, 'variables') || seed['variables'] === undefined)
    return { value: seed, issues: [] };
  const { variables: declared, ...rest } = seed;
  const issues = declarationIssues(declared, given);
  if (!isObject(declared)) return { value: rest, issues };
  const names = Object.keys(declared);
  const replace = (text: string, keys: Keys): string =>
    text.replaceAll(/\$\$\{|\$\{([^}]*)(\}?)/g, (all, name: string | undefined, end: string) => {
      if (name === undefined) return '${';
      if (end === '}' && names.includes(name)) return given.get(name) ?? String(declared[name]);
      const meant = didYouMean(name, names);
      issues.push(
        issueAt(
          keys,
          'a declared variable, or `$${` for a literal `${`',
          `\`${shortened(all)}\`${meant && `.${meant}`}`,
        ),
      );
      return all;
    });
  const value = Object.fromEntries(
    Object.entries(rest).map(([part, content]) => [
      part,
      parts.some((name) => name === part) ? mapStrings(content, replace, [part]) : content,
    ]),
  );
  return { value, issues };
}

function declarationIssues(declared: unknown, given: ReadonlyMap<string, string>): Issue[] {
  const issues = check(z.object({ variables }), { variables: declared });
  if (!isObject(declared)) return issues;
  for (const [name, value] of Object.entries(declared)) {
    const keys = ['variables', name];
    if (!variableName.test(name))
      issues.push(issueAt(keys, 'a name of letters, digits and underscores', 'another name'));
    else if (value === null && !given.has(name))
      issues.push(
        issueAt(
          keys,
          `a default, or a value for a program (--var ${name}=… or ${variablePrefix}${name})`,
          'null',
        ),
      );
  }
  return issues;
}

const longestShown = 60;

function shortened(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function mapStrings(value: unknown, change: (text: string, keys: Keys) => string, keys: Keys): unknown {
  if (typeof value === 'string') return change(value, keys);
  if (Array.isArray(value)) return value.map((item, index) => mapStrings(item, change, [...keys, index]));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, mapStrings(field, change, [...keys, name])]),
  );
}
