export type Term = readonly [name: string, help: string];

export type OptionRow =
  | string
  | {
      readonly help: string;
      /** Value of an omitted option, in the form of an argument. */
      readonly default?: string;
      readonly choices?: readonly string[];
      readonly isRepeatable?: boolean;
      /** Environment variable for the help. The program itself must read the variable. */
      readonly variable?: Term;
      /** Converts the value, or throws a `Failure` if the value is invalid. */
      readonly read?: (text: string, flag: string) => unknown;
    };

/**
 * Options, keyed by their form in the help, such as `-o, --output <file>`. A value in `[…]` is optional, and
 * `<file...>` means a list. An option without a placeholder has no value.
 */
export type OptionTable = Readonly<Record<string, OptionRow>>;

export interface Command {
  readonly help: string;
  /**
   * Placeholder and description of the argument. `<file>` is required, `[file]` is optional, and `<file...>` is a list.
   */
  readonly argument?: Term;
  readonly options?: OptionTable;
  readonly notes?: readonly string[];
}

export interface Program extends Command {
  /** Options of the program. All its commands have these options. */
  readonly options: OptionTable;
  readonly commands?: Readonly<Record<string, Command>>;
  /** Environment variables that belong to no option. */
  readonly environment?: readonly Term[];
}

export function optionsIn(table: OptionTable) {
  return Object.entries(table).map(([term, row]) => {
    const [, short, name = '', value = ''] = /^(?:-(\w), )?--(\S+) ?(.*)$/.exec(term) ?? [];
    const key = name.replaceAll(/-./g, (part) => part.slice(1).toUpperCase());
    const parts: Exclude<OptionRow, string> = typeof row === 'string' ? { help: row } : row;
    return { ...parts, term, short, name, key, flag: `--${name}`, value };
  });
}

export type Option = ReturnType<typeof optionsIn>[number];

/** The parsed arguments. Reading an option that the command does not have is a type error. */
export type Parsed<One extends Program> = One extends { readonly commands: infer Commands }
  ? { [Name in keyof Commands]: ParsedCommand<Name, Commands[Name], One['options']> }[keyof Commands]
  : ParsedCommand<undefined, One, unknown>;

interface ParsedCommand<Name, One, Shared> {
  readonly command: Name;
  readonly options: OptionsOf<Omit<Shared, keyof OwnOptions<One>> & OwnOptions<One>>;
  readonly argument: One extends { readonly argument: readonly [infer Value, string] }
    ? Value extends `${string}...>`
      ? readonly string[]
      : string | (Value extends `[${string}` ? undefined : never)
    : undefined;
}

type OwnOptions<One> = One extends { readonly options: infer Table } ? Table : unknown;

type OptionsOf<Table> = { readonly [Term in keyof Table as KeyOf<Term>]: ValueOf<Term, Table[Term]> };

type KeyOf<Term> = Term extends `${string}--${infer Rest}`
  ? Rest extends `${infer Name} ${string}`
    ? CamelCase<Name>
    : CamelCase<Rest>
  : never;

type CamelCase<Name> = Name extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<CamelCase<Rest>>}`
  : Name & string;

type ValueOf<Term, Row> = Term extends `${string}]`
  ? TextOf<Row> | boolean
  : Term extends `${string}...>`
    ? readonly TextOf<Row>[] | undefined
    : Term extends `${string}>`
      ? Row extends { readonly isRepeatable: true }
        ? readonly TextOf<Row>[] | undefined
        : TextOf<Row> | (Row extends { readonly default: string } ? never : undefined)
      : boolean;

type TextOf<Row> = Row extends { readonly read: (...given: never) => infer Value }
  ? Value
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string;
