import Close from '@mui/icons-material/Close';
import CloudDone from '@mui/icons-material/CloudDoneOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import NewReleases from '@mui/icons-material/NewReleasesOutlined';
import { alpha, Box, Button, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSyncExternalStore } from 'react';
import { connection, reload } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useIsBelow } from './responsive.ts';

const looks = {
  offline: { icon: CloudOff, color: 'warning' },
  silent: { icon: CloudOff, color: 'warning' },
  back: { icon: CloudDone, color: 'success' },
  outdated: { icon: NewReleases, color: 'info' },
} as const;

export function Connection() {
  const translate = useTranslate();
  const notice = useNotice();
  const { icon: Icon, color } = looks[notice ?? 'back'];
  return (
    <Box role="status" aria-live="polite">
      {notice && (
        <Box
          sx={{
            height: { xs: sizes.noticeNarrow, sm: sizes.notice },
            px: 2,
            gap: 1,
            display: 'flex',
            alignItems: 'center',
            typography: 'caption',
            borderTop: 1,
            borderColor: `${color}.main`,
            bgcolor: ({ palette }) => alpha(palette[color].main, 0.12),
          }}
        >
          <Icon fontSize="small" color={color} />
          <Box component="span" sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 0 }}>
            {translate(`connection.${notice}`)}
          </Box>
          {notice === 'outdated' && (
            <>
              <Button size="small" variant="outlined" onClick={reload}>
                {translate('connection.reload')}
              </Button>
              <IconButton size="small" aria-label={translate('connection.dismiss')} onClick={connection.dismiss}>
                <Close fontSize="small" />
              </IconButton>
            </>
          )}
        </Box>
      )}
    </Box>
  );
}

export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.state);

/** The notice that the bar shows. A lost connection comes first: without one a newer console cannot be loaded. */
function useNotice(): 'offline' | 'silent' | 'back' | 'outdated' | undefined {
  const { line, isOutdated } = useConnection();
  if (line !== 'up') return line;
  return isOutdated ? 'outdated' : undefined;
}

export function useNoticeHeight(): number {
  const isNarrow = useIsBelow('sm');
  if (!useNotice()) return 0;
  return isNarrow ? sizes.noticeNarrow : sizes.notice;
}
