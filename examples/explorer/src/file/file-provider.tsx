import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { readPlace, withoutFilters } from '../place/place.ts';
import { go } from '../place/use-place.ts';

/** A log out of a file. */
export interface FileLog {
  readonly name: string;
  readonly entries: readonly ActivityEntry[];
}

interface Files {
  /** The log that is open. */
  readonly log: FileLog | undefined;
  /** Why the last file could not be opened. */
  readonly problem: { readonly name: string; readonly error: unknown } | undefined;
  /** Opens an HTTP Archive and goes to its log. */
  readonly open: (file: File) => Promise<void>;
}

const FileContext = createContext<Files | undefined>(undefined);

export function useFile(): Files {
  const files = useContext(FileContext);
  if (files === undefined) throw new TypeError('There is no FileProvider around this component.');
  return files;
}

/** Keeps the log of the file that the user opened. It is gone with the page. */
export function FileProvider({ children }: { readonly children: ReactNode }) {
  const [log, setLog] = useState<FileLog>();
  const [problem, setProblem] = useState<Files['problem']>();
  const open = useCallback(async (file: File) => {
    try {
      const { entriesOf } = await import('./har.ts');
      setLog({ name: file.name, entries: await entriesOf(file) });
      setProblem(undefined);
    } catch (error) {
      setLog(undefined);
      setProblem({ name: file.name, error });
    }
    const { place } = readPlace(location.search);
    go({ ...withoutFilters(place), view: 'activity', workspace: 'file', entry: undefined });
  }, []);
  const files = useMemo(() => ({ log, problem, open }), [log, problem, open]);
  return <FileContext value={files}>{children}</FileContext>;
}
