/** The table of a program: its commands and options, from which its arguments are parsed and its help is made. */

/** What a value is called in the help: `<one>`, `[one]` if it may be missing, or `<one...>` for a list. */
type Placeholder = `<${string}>` | `[${string}]`;

export interface OptionRow {
  /** Without a placeholder, the option takes no value. */
  readonly value?: Placeholder;
  readonly help: string;
  /** A letter, such as `o` for `-o`. */
  readonly short?: string;
  /** The value, as an argument, if the option is missing. */
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
  /** Environment variable that the help lists. The program reads it. */
  readonly variable?: Term;
  /** Converts the value. @throws {Failure} if it is invalid. */
  readonly read?: (text: string, flag: string) => unknown;
}

/** Options by their names in camel case. */
export type OptionTable = Readonly<Record<string, OptionRow>>;

export type Term = readonly [name: string, help: string];

export interface Command {
  readonly help: string;
  readonly argument?: { readonly value: Placeholder; readonly help: string };
  readonly options?: OptionTable;
  /** Paragraphs at the end of the help. */
  readonly notes?: readonly string[];
}

export interface Program extends Command {
  /** If there are commands, all of them have these options. */
  readonly options: OptionTable;
  readonly commands?: Readonly<Record<string, Command>>;
  /** Environment variables that belong to no option. */
  readonly environment?: readonly Term[];
}

/** The name of an option in arguments, such as `--token-file` for `tokenFile`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The command, its options and its argument. It is a type error to read an option that the command does not have. */
export type Parsed<One extends Program> = One extends { readonly commands: infer Commands }
  ? { [Name in keyof Commands]: ParsedCommand<Name, Commands[Name], One['options']> }[keyof Commands]
  : ParsedCommand<undefined, One, unknown>;

interface ParsedCommand<Name, One, Shared> {
  readonly command: Name;
  readonly options: OptionsOf<Omit<Shared, keyof OwnOptions<One>> & OwnOptions<One>>;
  readonly argument: One extends { readonly argument: { readonly value: infer Value } }
    ? Value extends `${string}...>`
      ? readonly string[]
      : string | (Value extends `[${string}` ? undefined : never)
    : undefined;
}

type OwnOptions<One> = One extends { readonly options: infer Table } ? Table : unknown;

export type OptionsOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

type ValueOf<Row> = Row extends { readonly value: infer Value }
  ? Value extends `[${string}`
    ? TextOf<Row> | boolean
    : Row extends { readonly isRepeatable: true } | { readonly value: `${string}...>` }
      ? readonly TextOf<Row>[] | undefined
      : TextOf<Row> | (Row extends { readonly default: string } ? never : undefined)
  : boolean;

type TextOf<Row> = Row extends { readonly read: (...given: never) => infer Value }
  ? Value
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string;
