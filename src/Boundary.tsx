import { Component, type ReactNode } from 'react';
import { Crashed } from './screens/faces/Crashed.tsx';

/** What crashes outside the page itself, where react-admin's layout has a boundary of its own. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Crashed level={1} error={error} resetErrorBoundary={() => this.setState({ error: undefined })} />;
  }
}
