import { Typography } from '@mui/material';
import { useWebInfo } from './useWebInfo.ts';

/** The site's title over the left menu; it keeps its place where the menu is folded. */
export function SiteTitle({ isHidden = false }: { isHidden?: boolean }) {
  const { web_title } = useWebInfo();
  return (
    <Typography
      noWrap
      title={web_title}
      sx={{
        px: 1.5,
        py: 1.25,
        flexShrink: 0,
        fontWeight: 600,
        color: 'menu.active',
        visibility: isHidden ? 'hidden' : 'visible',
      }}
    >
      {web_title}&nbsp;
    </Typography>
  );
}
