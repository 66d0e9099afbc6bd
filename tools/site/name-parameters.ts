/** A plugin of TypeDoc: names each destructured parameter after its type, such as `options` for `WaitOptions`. */

interface Reflection {
  name: string;
  readonly type?: { readonly name?: string };
}

interface Application {
  readonly converter: {
    on(
      event: 'resolveBegin',
      act: (context: {
        readonly project: { readonly reflections: Readonly<Record<string, Reflection>> };
      }) => void,
    ): void;
  };
}

export function load({ converter }: Application): void {
  converter.on('resolveBegin', ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (reflection.name === '__namedParameters')
        reflection.name = nameOf(reflection.type?.name ?? 'Options');
    }
  });
}

/** The last word of a type. */
function nameOf(type: string): string {
  return (/[A-Z][a-z]+$/.exec(type)?.[0] ?? type).toLowerCase();
}
