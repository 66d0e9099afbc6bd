import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { hrefOf, parseRoute } from '../route/route.tsx';
import { fakeKeys, useConnection } from '../service/connection.ts';
import { Field, textIn } from '../ui/field.tsx';
import { ActionProblem } from './action.tsx';
import type { FakeControl } from './detect.ts';
import styles from './fake.module.css';

const defaultWorld = 'default';

/** Switching to another world reloads the page, whose first request creates the world if necessary. */
export function Worlds({ list }: { readonly list: FakeControl['listWorlds'] }) {
  const { world = defaultWorld } = useConnection();
  const { data = [], error } = useQuery({ queryKey: fakeKeys.worlds, queryFn: list, refetchInterval: 5000 });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    switchTo(textIn(event.currentTarget, 'name'));
  };
  return (
    <>
      <form className={styles['inline']} onSubmit={submit}>
        <Field
          label="Existing or new world"
          name="name"
          defaultValue={world}
          list="worlds"
          required
          pattern="(?!\.{1,2}$)[A-Za-z0-9._\-]{1,128}"
          title="Enter 1 to 128 letters (A-Z, a-z), digits, “.”, “_” or “-”, but not “.” or “..”"
        />
        <button type="submit">Open</button>
        <datalist id="worlds">
          {data.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
      <ActionProblem error={error} />
    </>
  );
}

/** Closes the open workspace and exchange, because they belong to the previous world. */
function switchTo(world: string): void {
  const { service } = parseRoute(location.search).route;
  location.assign(hrefOf({ service, world: world === defaultWorld ? undefined : world, panel: 'fake' }));
}
