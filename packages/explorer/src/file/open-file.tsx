import './file.css';
import type { ChangeEvent } from 'react';
import { useFile } from './file-provider.tsx';

/** Opens an HTTP Archive by keyboard, as an alternative to dropping a file. */
export function OpenFile({ label = 'Open HAR' }: { readonly label?: string }) {
  const { open } = useFile();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) void open(file);
    // So that the same file can be selected again.
    currentTarget.value = '';
  };
  return (
    <label className="button open-file">
      {label}
      <input type="file" accept=".har,application/json" className="visually-hidden" onChange={choose} />
    </label>
  );
}
