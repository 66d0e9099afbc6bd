import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { parseRoute, withoutFilters } from '../route/route.ts';
import { navigate } from '../route/navigation.ts';

/** A log from a file. */
export interface FileLog {
  readonly name: string;
  readonly entries: readonly ActivityEntry[];
}

interface Files {
  /** The open log. */
  readonly log: FileLog | undefined;
  /** Why the last file could not be opened. */
  readonly problem: { readonly name: string; readonly error: unknown } | undefined;
  /** Opens an HTTP Archive and goes to its log. */
  readonly open: (file: File) => Promise<void>;
}

const FileContext = createContext<Files | undefined>(undefined);

export function useFile(): Files {
  const files = useContext(FileContext);
  if (files === undefined) throw new TypeError('This component needs a FileProvider around it.');
  return files;
}

/** Holds the log of the file that the user opened, until the page is reloaded. */
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
    const { route } = parseRoute(location.search);
    navigate({ ...withoutFilters(route), view: 'activity', workspace: 'file', entry: undefined });
  }, []);
  const files = useMemo(() => ({ log, problem, open }), [log, problem, open]);
  return <FileContext value={files}>{children}</FileContext>;
}
