import { Box, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useIdentity } from '../../layout/useMenu.ts';
import { useFormats } from './useFormats.ts';

/** Whom the console greets, and the day. */
export function Greeting() {
  const translate = useTranslate();
  const { today } = useFormats();
  const identity = useIdentity();
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
    >
      <Typography component="h2" variant="h1">
        {identity ? translate('home.hello', { name: identity.fullName }) : <Skeleton width="10ch" />}
      </Typography>
      <Typography color="text.secondary">{today.format(new Date())}</Typography>
    </Box>
  );
}
