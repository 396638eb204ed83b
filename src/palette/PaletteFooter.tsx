import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { sentenceOf } from '../../dataProvider/failure.ts';
import { Key } from './PaletteButton.tsx';

interface Props {
  isSearched: boolean;
  count: number;
  isTruncated: boolean;
  isLoading: boolean;
  error: Error | null;
}

export function PaletteFooter({ isSearched, count, isTruncated, isLoading, error }: Props) {
  const translate = useTranslate();
  const status = () => {
    if (!isSearched) return '';
    if (isLoading) return translate('palette.searching');
    if (error) return `${translate('palette.failed')} · ${translate(sentenceOf(error), { _: sentenceOf(error) })}`;
    if (isTruncated) return translate('palette.foundFirst', { smart_count: count });
    return translate('palette.found', { smart_count: count });
  };
  const keys = [
    { label: 'palette.move', keys: ['↑', '↓'] },
    { label: 'palette.choose', keys: ['Enter'] },
    { label: 'palette.close', keys: ['Esc'] },
  ];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2.5, py: 1, minHeight: (theme) => theme.spacing(5) }}>
      <Typography role="status" variant="caption" color="text.secondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {status()}
      </Typography>
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 2 }}>
        {keys.map((each) => (
          <Box key={each.label} sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}>
            {each.keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
            <Typography variant="caption" sx={{ ml: 0.5 }}>
              {translate(each.label)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
