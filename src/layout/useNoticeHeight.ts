import { sizes } from '../theme/index.ts';
import { useIsNarrow } from './useIsNarrow.ts';
import { useNotice } from './useNotice.ts';

/** How many pixels the bar of the connection takes now. */
export function useNoticeHeight(): number {
  const isNarrow = useIsNarrow();
  if (!useNotice()) return 0;
  return isNarrow ? sizes.noticeNarrow : sizes.notice;
}
