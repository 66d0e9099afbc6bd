import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { hrefOf, parseRoute, worldName } from '../route/route.tsx';
import { fakeKeys, useConnection } from '../service/connection.ts';
import { Select } from '../ui/controls.tsx';
import { ActionProblem, Field, textIn } from './action.tsx';
import type { FakeControl } from './control.ts';
import styles from './fake.module.css';

/** World that the page uses if its URL has no `world` parameter. */
const defaultWorld = 'default';

const most = 500;

/** Lets the user switch to another world or create a new world. The page reloads, and its first request creates the world. */
export function Worlds({ list }: { readonly list: NonNullable<FakeControl['worlds']> }) {
  const { world = defaultWorld } = useConnection();
  const { data = [], error } = useQuery({ queryKey: fakeKeys.worlds, queryFn: list, refetchInterval: 5000 });
  const names = data.map(({ name }) => name).filter((name) => worldName.test(name));
  const all = [...new Set([defaultWorld, world, ...names.toSorted()])];
  const create = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    switchTo(textIn(event.currentTarget, 'name'));
  };
  return (
    <>
      <Select
        label="World"
        options={all.slice(0, most).map((name) => [name] as const)}
        value={world}
        onChange={switchTo}
      />
      <form className={styles['inline']} onSubmit={create}>
        <Field
          label="Other or new world"
          name="name"
          required
          pattern="(?!\.{1,2}$)[A-Za-z0-9._\-]{1,128}"
          title="Enter 1 to 128 letters (A-Z, a-z), digits, “.”, “_” or “-”, but not “.” or “..”"
        />
        <button type="submit">Open</button>
      </form>
      <ActionProblem error={error} />
    </>
  );
}

/** Loads the page for another world, and closes the open workspace and exchange. */
function switchTo(world: string): void {
  const { service } = parseRoute(location.search).route;
  location.assign(hrefOf({ service, world: world === defaultWorld ? undefined : world, panel: 'fake' }));
}
