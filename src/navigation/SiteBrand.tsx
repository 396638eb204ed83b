import { Box, type SxProps, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { webInfo } from '../../contract/calls/console.ts';
import { fileUrl } from '../services/backEnd.ts';
import { http } from '../services/services.ts';

interface Props {
  sx: SxProps;
  /** Stands in its place where there is none, or its address shows no picture. */
  children?: ReactNode;
}

/** The site's logo. */
export function LogoPicture({ sx, children }: Props) {
  const { web_logo } = useWebInfo();
  const [failed, setFailed] = useState('');
  if (!web_logo || web_logo === failed) return children;
  return <Box component="img" src={fileUrl(web_logo)} alt="" onError={() => setFailed(web_logo)} sx={sx} />;
}

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

export const webInfoKey = ['webInfo'];

/** The site's title and logo; empty until they are known. */
export function useWebInfo() {
  const { data } = useQuery({
    queryKey: webInfoKey,
    queryFn: ({ signal }) => http.call(webInfo, {}, signal),
    // A write changes it in the form of the configuration alone, which puts in place what it reads then.
    staleTime: 'static',
  });
  return data ?? { web_title: '', web_logo: '' };
}
