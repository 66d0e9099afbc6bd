import { Component, type ReactNode } from 'react';
import { CopyButton } from './controls.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return <RenderFailure error={failure.error} onRetry={() => this.setState({ failure: undefined })} />;
  }
}

export function RenderFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <section className="state stack failure" role="alert">
      <h2>This part of the page failed</h2>
      <pre className="message">{text.split('\n', 1)[0]}</pre>
      <div className="bar">
        <button type="button" className="primary" onClick={onRetry}>
          Try again
        </button>
        <CopyButton label="Copy the error" text={() => `${text}\n${navigator.userAgent}`} />
      </div>
    </section>
  );
}
