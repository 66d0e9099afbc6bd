import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MockService } from '@mock-services/sdk';
import { updateRoute } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { describeError } from '../service/describe-error.ts';
import { Loaded } from '../service/failure.tsx';
import { useHeadingFocus } from '../shell/heading.tsx';
import { Confirm, ConfirmedAction } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { draftOf, inputOf, newMockService, type Draft } from './draft.ts';
import { MockServiceForm, type Editing } from './form.tsx';
import { ConflictError, merge, type Choices } from './merge.ts';
import styles from './lists.module.css';

export function MockServiceEditor({ id }: { readonly id: string }) {
  const { queries } = useConnection();
  return (
    <Loaded query={useQuery(queries.mockServices.get(id))} label="Reading the mock service">
      {(service) => <EditMockService service={service} />}
    </Loaded>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useHeadingFocus();
  return (
    <section className={`surface ${styles['card']}`} aria-labelledby="editor-title">
      <h2 ref={heading} id="editor-title" tabIndex={-1}>
        <VisibleText text={title} most="name" />
      </h2>
      {children}
    </section>
  );
}

function useCreate() {
  return useMutation({
    ...useConnection().queries.mockServices.create(),
    onSuccess: ({ id }) => updateRoute({ mock: id }, { replace: true }),
  });
}

const edit = (draft: Draft): Editing => ({ base: draft, draft });

function EditMockService({ service }: { readonly service: MockService }) {
  const { id } = service;
  const { queries } = useConnection();
  // Do not use the latest version as the base, because the user has not seen that version in the form.
  const [editing, setEditing] = useState(() => edit(draftOf(service)));
  const [question, ask] = useState<'title' | ConflictError>();
  const modify = useMutation(queries.mockServices.modify());
  const create = useCreate();
  const { base, draft } = editing;

  const save = (choices: Choices): void => {
    // The service may change again while the user resolves conflicts, so each attempt merges again.
    const change = (current: MockService) =>
      inputOf(merge([base, draft, draftOf(current)], choices), current);
    ask(undefined);
    create.reset();
    modify.mutate(
      { id, change },
      {
        onSuccess: (saved) =>
          setEditing((now) =>
            now.draft === draft ? edit(draftOf(saved)) : { base: draft, draft: now.draft },
          ),
        onError: (error) => {
          if (error instanceof ConflictError) ask(error);
        },
      },
    );
  };
  const error = create.error ?? (modify.error instanceof ConflictError ? null : modify.error);
  const isGone = describeError(modify.error).back !== undefined;
  return (
    <Card title={service.title}>
      <p className="muted">
        <span className="mono">
          <VisibleText text={id} most="name" />
        </span>{' '}
        · updated <Time timestamp={service.updatedAt} />
      </p>
      <MockServiceForm
        editing={editing}
        onChange={setEditing}
        isSaved={modify.isSuccess}
        action="Save"
        busy={modify.isPending || create.isPending}
        error={error}
        onRecreate={
          isGone && create.error === null ? () => create.mutate(inputOf(draft, service)) : undefined
        }
        onSave={() => {
          if (base.title.trim() !== '' && draft.title.trim() === '') ask('title');
          else save(new Map());
        }}
      >
        <Delete id={id} title={service.title} />
      </MockServiceForm>
      {question === 'title' && (
        <Confirm
          title="Save without a title?"
          action="Save without a title"
          cancel="Keep editing"
          onConfirm={() => save(new Map())}
          onCancel={() => ask(undefined)}
        >
          <p>
            This removes the title “
            <VisibleText text={base.title} most="name" />” for all users.
          </p>
        </Confirm>
      )}
      {question instanceof ConflictError && (
        <ConflictDialog error={question} onChoose={save} onCancel={() => ask(undefined)} />
      )}
    </Card>
  );
}

function Delete({ id, title }: { readonly id: string; readonly title: string }) {
  const { queries } = useConnection();
  const remove = useMutation({
    ...queries.mockServices.delete(),
    onSuccess: () => updateRoute({ mock: undefined }, { replace: true }),
  });
  return (
    <ConfirmedAction
      label="Delete"
      title={
        <>
          Delete “<VisibleText text={title} most="name" />
          ”?
        </>
      }
      mutation={remove}
      variables={id}
    >
      This deletes the mock service and its configuration for all users. You cannot undo this action.
    </ConfirmedAction>
  );
}

export function NewMockService() {
  const [editing, setEditing] = useState(() => edit(draftOf(newMockService)));
  const create = useCreate();
  return (
    <Card title="New mock service">
      <MockServiceForm
        editing={editing}
        onChange={setEditing}
        action="Create"
        busy={create.isPending}
        error={create.error}
        onSave={() => create.mutate(inputOf(editing.draft, newMockService))}
      />
    </Card>
  );
}
