import { Notification } from 'ra-ui-materialui';
import { sizes } from '../theme/index.ts';
import { useNoticeHeight } from './useNoticeHeight.ts';

/** Above where a panel has its save button and a list its pages, and far below any title. */
export function Toasts() {
  const bottom = sizes.toast + useNoticeHeight();
  return <Notification sx={{ '&.MuiSnackbar-root': { bottom } }} />;
}
