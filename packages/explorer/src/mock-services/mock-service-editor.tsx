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

/** Shows a mock service, and lets the user change or delete it. */
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
    // Move the focus to the heading if the form that created the mock service had the focus and was removed.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const save = useMutation({
    // Keep the service's current values for fields that are not in the form.
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
    // Remove the mock service from the list immediately, without waiting for a response.
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
      This deletes the mock service and its configuration for all users. You cannot undo this action.
    </ConfirmedAction>
  );
}

/** Form that creates a mock service. */
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
