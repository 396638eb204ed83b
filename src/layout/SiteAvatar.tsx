import { Avatar, Box } from '@mui/material';
import { fileUrl } from '../backEnd.ts';

const drawn = { '&::before': { content: 'attr(data-letter)' } };

/** The avatar is the site's logo (console.md section 1), a wide one by its left end; without one, the first letter of the name. */
export function SiteAvatar({ url, name, size = 28 }: { url: string; name: string; size?: number }) {
  return (
    <Avatar
      src={fileUrl(url) || undefined}
      alt=""
      slotProps={{ img: { style: { objectPosition: 'left' } } }}
      sx={{ width: size, height: size, fontSize: size / 2, bgcolor: url ? 'transparent' : 'primary.main' }}
    >
      {/* Drawn, not said: the name stands beside it. */}
      <Box component="span" data-letter={name.slice(0, 1).toUpperCase()} sx={drawn} />
    </Avatar>
  );
}
