import Add from '@mui/icons-material/Add';
import { Box, Button, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { Section } from './Section.tsx';
import { useCreatable } from './useCreatable.ts';

/** A way to begin each kind of record that the role may create. */
export function QuickEntries() {
  const translate = useTranslate();
  const { isPending, creatable } = useCreatable();
  if (creatable.length === 0) return null;
  const buttons = creatable.map(({ name, label, to }) => (
    <Button key={name} variant="outlined" size="small" startIcon={<Add />} component={Link} to={to}>
      {label}
    </Button>
  ));
  return (
    <Section title={translate('home.quick')}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {isPending
          ? buttons.map((button) => (
              <Skeleton key={button.key} variant="rounded">
                {button}
              </Skeleton>
            ))
          : buttons}
      </Box>
    </Section>
  );
}
