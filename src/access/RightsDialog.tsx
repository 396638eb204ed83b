import { DialogContent } from '@mui/material';
import type { ReactNode } from 'react';
import { ClosableDialog } from '../ui/ClosableDialog.tsx';
import { useIsBelow } from '../ui/responsive.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that answers a question about rights. It changes nothing, so any click beside it closes it. */
export const RightsDialog = ({ children, ...props }: Props) => (
  <ClosableDialog maxWidth="sm" fullScreen={useIsBelow('sm')} {...props}>
    <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 320 }}>{children}</DialogContent>
  </ClosableDialog>
);
