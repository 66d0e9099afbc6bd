import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../data/queries.ts';
import { updateRoute } from '../route/navigation.ts';
import { useConnection } from '../service/connection.ts';
import { emptyDraft, inputOf, type Draft } from './draft.ts';
import { ServiceForm } from './form.tsx';

/** Creates a mock service. */
export function Creator() {
  const { client } = useConnection();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: (draft: Draft) => client.mockServices.create(inputOf(draft)),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: keys.mockServices, exact: true });
      updateRoute({ mock: id }, { replace: true });
    },
  });
  return (
    <section className="editor" aria-labelledby="editor-title">
      <div className="editor-head">
        <h2 id="editor-title">New mock service</h2>
      </div>
      <ServiceForm
        initial={emptyDraft}
        action="Create"
        busy={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(draft)}
      />
    </section>
  );
}
