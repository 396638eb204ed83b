import { Dialog, useMediaQuery, useTheme } from '@mui/material';
import { useTranslate } from 'ra-core';
import { PaletteBody } from './PaletteBody.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onOpenUser: () => void;
}

/** Every screen, action and record of the role, by a few letters. Fills a narrow screen; its height does not change. */
export function CommandPalette({ isOpen, onClose, onOpenUser }: Props) {
  const translate = useTranslate();
  const { duration } = useTheme().transitions;
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      // It is gone at once, and empty when it is opened again.
      transitionDuration={{ enter: isStill ? 0 : duration.shortest, exit: 0 }}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': translate('palette.title'),
          'aria-labelledby': undefined,
          sx: (theme) => ({
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
            mt: '12dvh',
            height: `min(${theme.spacing(60)}, 76dvh)`,
            maxHeight: 'none',
            [theme.breakpoints.down('sm')]: { m: 0, width: '100%', height: '100dvh', border: 0, borderRadius: 0 },
          }),
        },
      }}
    >
      <PaletteBody onClose={onClose} onOpenUser={onOpenUser} />
    </Dialog>
  );
}
