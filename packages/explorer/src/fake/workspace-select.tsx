/** Selects the workspace in which to record exchanges. */
import { useState } from 'react';
import { useWorkspaces } from '../data/queries.ts';
import { Select } from '../select/select.tsx';
import { visibly } from '../text/visible-text.tsx';

/** Returns the open workspace, or else the workspace that the user chose, or else the first workspace. */
export function useChosenWorkspace(open: string | undefined) {
  const { data: all = [] } = useWorkspaces();
  const [chosen, setChosen] = useState<string>();
  const workspace = [open, chosen, all[0]?.id].find((one) => all.some(({ id }) => id === one));
  return {
    workspace,
    isFixed: workspace !== undefined && workspace === open,
    options: all.map(({ id, name }) => [id, visibly(name, 'option')] as const),
    setChosen,
  };
}

export function WorkspaceSelect(props: {
  readonly label: string;
  readonly choice: ReturnType<typeof useChosenWorkspace>;
}) {
  const { label, choice } = props;
  const { workspace, isFixed, options, setChosen } = choice;
  return (
    <Select label={label} options={options} value={workspace ?? ''} disabled={isFixed} onChange={setChosen} />
  );
}
