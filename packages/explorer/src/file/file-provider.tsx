import {
  type ChangeEvent,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { fromHar } from '@mock-services/sdk/activity';
import { parseRoute, withoutFilters, navigate } from '../route/route.tsx';
import styles from './file.module.css';

/** The most recently opened file, with its entries or the error from reading it. */
type OpenedFile = { readonly name: string } & (
  { readonly entries: readonly ActivityEntry[] } | { readonly error: unknown }
);

interface Files {
  readonly opened: OpenedFile | undefined;
  /** Opens an HTTP Archive and shows its log. */
  readonly open: (file: File) => Promise<void>;
}

const FileContext = createContext<Files | undefined>(undefined);

export function useFile(): Files {
  const files = useContext(FileContext);
  if (files === undefined) throw new TypeError('useFile must be used within a FileProvider.');
  return files;
}

/** Keeps the log of the opened file until the page is reloaded. */
export function FileProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedFile>();
  const open = useCallback(async (file: File) => {
    try {
      setOpened({ name: file.name, entries: fromHar(await file.text()) });
    } catch (error) {
      setOpened({ name: file.name, error });
    }
    const { route } = parseRoute(location.search);
    navigate({ ...withoutFilters(route), view: 'activity', workspace: 'file', entry: undefined });
  }, []);
  const files = useMemo(() => ({ opened, open }), [opened, open]);
  return <FileContext value={files}>{children}</FileContext>;
}

/** Button that opens an HTTP Archive, as an alternative to dropping a file. */
export function OpenFile({ label = 'Open HAR' }: { readonly label?: string }) {
  const { open } = useFile();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) void open(file);
    // Clear the field, so that selecting the same file again triggers a change event.
    currentTarget.value = '';
  };
  return (
    <label className={`button ${styles['open']}`}>
      {label}
      <input type="file" accept=".har,application/json" className="visually-hidden" onChange={choose} />
    </label>
  );
}

/** Opens a file that is dropped anywhere on the page. */
export function DropZone() {
  const { open } = useFile();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      setOver(false);
      if (file === undefined) return;
      // Prevent the browser from navigating to the file.
      event.preventDefault();
      void open(file);
    };
    const stop = new AbortController();
    addEventListener('dragover', drag, stop);
    addEventListener('dragleave', leave, stop);
    addEventListener('drop', drop, stop);
    return () => stop.abort();
  }, [open]);
  return over ? (
    <div className={styles['drop-zone']}>
      <p>Drop the HAR file to open it</p>
    </div>
  ) : null;
}
