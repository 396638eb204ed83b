import { Component, type ReactNode } from 'react';
import { Crashed } from './Crashed.tsx';
import type { EmptyStateProps } from './EmptyState.tsx';

interface Props extends Pick<EmptyStateProps, 'level'> {
  /** Another one begins afresh, for example the address. */
  resetKey?: string;
  children: ReactNode;
}

/** Holds what fails below it, so that what is around stays; a class, because React has this for no function. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.reset();
  }

  reset = () => this.setState({ hasFailed: false });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Crashed level={this.props.level} resetErrorBoundary={this.reset} />;
  }
}
