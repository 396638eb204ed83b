import { sizes } from '../theme/index.ts';
import { useIsBelow } from './useIsBelow.ts';
import { useNotice } from './useNotice.ts';

/** How many pixels the bar of the connection takes now. */
export function useNoticeHeight(): number {
  const isNarrow = useIsBelow('sm');
  if (!useNotice()) return 0;
  return isNarrow ? sizes.noticeNarrow : sizes.notice;
}
