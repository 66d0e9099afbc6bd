import './json-view.css';
import { JsonNode } from './json-node.tsx';

/** A JSON value as a tree. Only unfolded parts are read. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div className="body-scroll json" tabIndex={0} role="group" aria-label={`${label}, JSON`}>
      <JsonNode value={value} depth={0} isOpen />
    </div>
  );
}
