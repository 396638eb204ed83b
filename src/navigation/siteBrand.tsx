import { Box, type SxProps, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fileUrl } from '../services/backEnd.ts';
import { refetchAfterFailure } from '../services/queryClient.ts';
import { emptyWebInfo, readWebInfo, webInfoKey } from './webInfo.ts';

export const productName = 'rTop Admin';

interface Props {
  sx: SxProps;
  /** Rendered without a logo, or if it does not load. */
  children?: ReactNode;
}

export function LogoPicture({ sx, children }: Props) {
  const { web_logo } = useWebInfo();
  const [failed, setFailed] = useState('');
  if (!web_logo || web_logo === failed) return children;
  return <Box component="img" src={fileUrl(web_logo)} alt="" onError={() => setFailed(web_logo)} sx={sx} />;
}

/** The site's title over the left menu; invisible but in place while the menu is collapsed. */
export function SiteTitle({ isHidden = false }: { isHidden?: boolean }) {
  const { data, isPending } = useWebInfoQuery();
  const title = isPending ? '' : nameOf(data);
  return (
    <Typography
      noWrap
      title={title}
      sx={{
        px: 1.5,
        py: 1.25,
        flexShrink: 0,
        fontWeight: 600,
        color: 'menu.active',
        visibility: isHidden ? 'hidden' : 'visible',
      }}
    >
      {title}&nbsp;
    </Typography>
  );
}

export const useWebInfo = () => useWebInfoQuery().data ?? emptyWebInfo;

/** The site's title, else the product's name. */
export const useSiteName = () => nameOf(useWebInfoQuery().data);

const nameOf = (info: typeof emptyWebInfo | undefined) => info?.web_title || productName;

function useWebInfoQuery() {
  return useQuery({
    queryKey: webInfoKey,
    refetchInterval: refetchAfterFailure,
    queryFn: ({ signal }) => readWebInfo(signal),
    // Only the configuration form changes it, and updates this query.
    staleTime: 'static',
  });
}
