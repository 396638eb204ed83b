import { Box, ButtonBase } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { linkOf, targetOf, useMenuPlace, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { menuColors } from './MenuLink.tsx';

export function TopMenu() {
  const translate = useTranslate();
  const titleOf = useMenuTitle();
  const { entries, top } = useMenuPlace();
  return (
    <Box component="nav" aria-label={translate('frame.topMenu')} sx={{ minWidth: 0, height: '100%', flex: 1 }}>
      <Box
        component="ul"
        sx={{
          display: 'flex',
          listStyle: 'none',
          m: 0,
          p: 0,
          height: '100%',
          overflowX: 'auto',
          scrollbarWidth: 'thin',
        }}
      >
        {entries.map((entry) => (
          <Box component="li" key={entry.id} sx={{ display: 'flex' }}>
            <ButtonBase
              component={Link}
              to={linkOf(targetOf(entry))}
              aria-current={entry === top ? 'true' : undefined}
              sx={{
                px: 2,
                whiteSpace: 'nowrap',
                borderBottom: 2,
                borderTop: 2,
                borderColor: 'transparent',
                borderBottomColor: entry === top ? 'primary.main' : 'transparent',
                color: entry === top ? 'primary.main' : 'text.primary',
                fontWeight: entry === top ? 600 : 400,
                '&:hover': { bgcolor: 'action.hover' },
                '&.Mui-focusVisible': { outline: 2, outlineOffset: -4, outlineColor: 'primary.main' },
                ...menuColors(entry.background),
              }}
            >
              {titleOf(entry)}
            </ButtonBase>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
