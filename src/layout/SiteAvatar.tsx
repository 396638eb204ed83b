import { Avatar } from '@mui/material';

/** The avatar is the site's logo (console.md section 1), a wide one by its left end; without one, the first letter of the name. */
export function SiteAvatar({ url, name, size = 28 }: { url: string; name: string; size?: number }) {
  return (
    <Avatar
      src={url || undefined}
      alt=""
      slotProps={{ img: { style: { objectPosition: 'left' } } }}
      sx={{ width: size, height: size, fontSize: size / 2, bgcolor: url ? 'transparent' : 'primary.main' }}
    >
      {name.slice(0, 1).toUpperCase()}
    </Avatar>
  );
}
