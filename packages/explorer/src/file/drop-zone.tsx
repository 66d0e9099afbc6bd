import './file.css';
import { useEffect, useState } from 'react';
import { useFile } from './file-provider.tsx';

/** Opens files that are dropped anywhere on the page. */
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
      // Otherwise the browser would navigate to the file.
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
    <div className="drop-zone">
      <p>Drop the HAR file to open it</p>
    </div>
  ) : null;
}
