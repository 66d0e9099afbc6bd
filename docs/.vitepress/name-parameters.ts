/** A TypeDoc plugin that names each destructured parameter after its type, such as `options` for `WaitOptions`. */
import { type Application, Converter, type ParameterReflection } from 'typedoc';

export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (reflection.name !== '__namedParameters') continue;
      const { type } = reflection as ParameterReflection;
      const lastWord = /[A-Z][a-z]+$/.exec(type?.type === 'reference' ? type.name : '')?.[0] ?? 'options';
      reflection.name = lastWord.toLowerCase();
    }
  });
}
