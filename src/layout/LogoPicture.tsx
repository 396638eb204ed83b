import { Box, type SxProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { fileUrl } from '../backEnd.ts';
import { useWebInfo } from './useWebInfo.ts';

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
