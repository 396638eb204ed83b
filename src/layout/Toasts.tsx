import { type Theme, useMediaQuery } from '@mui/material';
import { Notification } from 'ra-ui-materialui';
import { sizes } from '../theme/index.ts';
import { useNoticeHeight } from './useNoticeHeight.ts';

/** Above where a list has its pages, far below any title; beside an edit panel, so that no field is covered by it. */
export function Toasts() {
  const isBeside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const bottom = sizes.toast + useNoticeHeight();
  const left = sizes.toastMargin;
  const beside = isBeside && { left, maxWidth: `calc(100vw - ${sizes.panelWidth} - ${2 * left}px)` };
  return (
    <Notification
      anchorOrigin={{ vertical: 'bottom', horizontal: isBeside ? 'left' : 'center' }}
      sx={{ '&.MuiSnackbar-root': { bottom, ...beside } }}
    />
  );
}
