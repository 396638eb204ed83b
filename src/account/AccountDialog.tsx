import type { ReactNode } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { ClosableDialog } from '../ui/ClosableDialog.tsx';

export interface AccountDialogProps {
  identity: Identity;
  isOpen: boolean;
  onClose: () => void;
}

interface Props extends Pick<AccountDialogProps, 'isOpen'> {
  title: string;
  /** Undefined while something has to be done first. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

export const AccountDialog = (props: Props) => <ClosableDialog maxWidth="xs" {...props} />;
