import ReportGmailerrorred from '@mui/icons-material/ReportGmailerrorred';
import { useTranslate } from 'ra-core';
import { Component, type ReactNode } from 'react';
import { EmptyState, type EmptyStateProps, ReloadButton, RetryButton } from './EmptyState.tsx';

interface CrashedProps extends Pick<EmptyStateProps, 'level'> {
  resetErrorBoundary?: (reason?: unknown) => void;
}

export function Crashed({ resetErrorBoundary, level }: CrashedProps) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={ReportGmailerrorred}
      role="alert"
      level={level}
      title={translate('pages.crashed')}
      hint={translate('pages.crashedHint')}
    >
      {resetErrorBoundary && <RetryButton onClick={resetErrorBoundary} />}
      <ReloadButton variant="text" />
    </EmptyState>
  );
}

interface BoundaryProps extends Pick<EmptyStateProps, 'level'> {
  /** When it changes, for example with the address, the children are rendered again. */
  resetKey?: string;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ resetKey }: BoundaryProps) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.reset();
  }

  reset = () => this.setState({ hasFailed: false });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Crashed level={this.props.level} resetErrorBoundary={this.reset} />;
  }
}
