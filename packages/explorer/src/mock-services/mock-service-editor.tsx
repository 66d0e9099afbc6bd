import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MockService, MockServiceSummary } from '@mock-services/sdk';
import { keys, useMockService } from '../data/queries.ts';
import { updateRoute } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { ConfirmedAction } from '../dialog/confirm.tsx';
import { Loaded } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Time } from '../time/time.tsx';
import { draftOf, emptyDraft, inputOf, type Draft } from './draft.ts';
import { MockServiceForm } from './mock-service-form.tsx';
import styles from './mock-services.module.css';

/** Reads, changes and deletes a mock service. */
export function MockServiceEditor({ id }: { readonly id: string }) {
  const query = useMockService(id);
  return (
    <Loaded query={query} label="Reading the mock service">
      {(service) => <EditMockService service={service} />}
    </Loaded>
  );
}

function EditMockService({ service }: { readonly service: MockService }) {
  const { id } = service;
  const { client } = useConnection();
  const cache = useQueryClient();
  const [saved, setSaved] = useState<Draft>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form that created it is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const save = useMutation({
    // Fields that are not in the form keep their current values on the service.
    mutationFn: (draft: Draft) => client.mockServices.modify(id, (current) => inputOf(draft, current)),
    onSuccess: (result, draft) => {
      setSaved(draft);
      cache.setQueryData(keys.mockService(id), result);
      return cache.invalidateQueries({ queryKey: keys.mockServices, exact: true });
    },
  });
  return (
    <section className={styles['editor']} aria-labelledby="editor-title">
      <div className={styles['head']}>
        <h2 ref={heading} id="editor-title" tabIndex={-1}>
          <VisibleText text={service.title} most="name" />
        </h2>
        <p className="muted">
          <span className="mono">
            <VisibleText text={id} most="name" />
          </span>{' '}
          · updated <Time timestamp={service.updatedAt} />
        </p>
      </div>
      <MockServiceForm
        initial={draftOf(service)}
        saved={saved}
        action="Save"
        busy={save.isPending}
        error={save.error}
        onSave={(draft) => save.mutate(draft)}
      >
        <Delete id={id} title={service.title} />
      </MockServiceForm>
    </section>
  );
}

function Delete({ id, title }: { readonly id: string; readonly title: string }) {
  const { client } = useConnection();
  const cache = useQueryClient();
  const remove = async (): Promise<void> => {
    await client.mockServices.delete(id);
    cache.removeQueries({ queryKey: keys.mockService(id) });
    // Immediately, without waiting for a new list.
    cache.setQueryData<MockServiceSummary[]>(keys.mockServices, (list) =>
      list?.filter((item) => item.id !== id),
    );
    updateRoute({ mock: undefined }, { replace: true });
    await cache.invalidateQueries({ queryKey: keys.mockServices, exact: true });
  };
  return (
    <ConfirmedAction
      label="Delete"
      title={
        <>
          Delete “<VisibleText text={title} most="name" />
          ”?
        </>
      }
      run={remove}
    >
      The mock service and its configuration are deleted for everyone. This cannot be undone.
    </ConfirmedAction>
  );
}

/** Creates a mock service. */
export function NewMockService() {
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
    <section className={styles['editor']} aria-labelledby="editor-title">
      <div className={styles['head']}>
        <h2 id="editor-title">New mock service</h2>
      </div>
      <MockServiceForm
        initial={emptyDraft}
        action="Create"
        busy={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(draft)}
      />
    </section>
  );
}
