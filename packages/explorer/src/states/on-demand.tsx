import { Component, type ReactNode, Suspense } from 'react';
import { Failure } from './failure.tsx';
import { useOnline } from '../service/connection.ts';

interface Props {
  /** Shown until it is loaded. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure?: { readonly error: unknown };
}

/** A part of the page that is loaded when it is first shown. A failure does not affect the rest. */
export class OnDemand extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure !== undefined) return <NotLoaded error={failure.error} />;
    return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
  }
}

/** Browsers remember modules that failed to load, so only reloading the page helps, when there is a network. */
function NotLoaded({ error }: { readonly error: unknown }) {
  const retry = useOnline() ? () => location.reload() : undefined;
  return <Failure title="This part of the page could not be loaded" error={error} onRetry={retry} />;
}
