import { Avatar, Box } from '@mui/material';
import { fileUrl } from '../services/backEnd.ts';
import { useWebInfo } from './siteBrand.tsx';

const drawn = { '&::before': { content: 'attr(data-letter)' } };

/**
 * An account's avatar; the site's logo where it has none (docs/contract.md, "Screens"), a wide one by its left end; without
 * one, the first letter of the name.
 */
export function SiteAvatar({ url, name, size = 28 }: { url: string; name: string; size?: number }) {
  const { web_logo } = useWebInfo();
  const shown = url || web_logo;
  return (
    <Avatar
      src={fileUrl(shown) || undefined}
      alt=""
      slotProps={{ img: { style: { objectPosition: 'left' } } }}
      sx={{
        width: size,
        height: size,
        fontSize: size / 2,
        bgcolor: 'primary.main',
        '&:has(img)': { bgcolor: 'transparent' },
      }}
    >
      {/* Drawn, not said: the name stands beside it. */}
      <Box component="span" data-letter={name.slice(0, 1).toUpperCase()} sx={drawn} />
    </Avatar>
  );
}
