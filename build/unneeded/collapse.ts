import type { ReactNode } from 'react';

/** Replaces MUI's Collapse, whose animation only react-admin's expandable rows would use (plugin.ts). */
export default function CollapseWithoutAnimation({ in: isOpen, children }: { in?: boolean; children?: ReactNode }) {
  return isOpen ? children : null;
}
