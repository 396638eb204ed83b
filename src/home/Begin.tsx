import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { columnResource } from '../resources/column.tsx';
import { basename } from '../services/services.ts';
import { Section } from './Section.tsx';
import { useCreatable } from './useCreatable.ts';

/** How to begin, on a site that has nothing yet. It takes the room of what waits and of the visits. */
export function Begin() {
  const translate = useTranslate();
  const { creatable } = useCreatable();
  const column = creatable.find(({ name }) => name === columnResource.name);
  const content = creatable.find(({ model }) => model);
  const steps = [
    { name: 'column', action: column },
    { name: 'content', action: content },
    {
      name: 'index',
      action: column && { label: translate('home.openColumns'), to: `${basename}${columnResource.path}` },
    },
  ];
  return (
    <Section title={translate('home.begin.title')}>
      <Typography color="text.secondary">{translate('home.begin.hint')}</Typography>
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          gap: 2,
          display: 'grid',
          listStyle: 'none',
          flex: 1,
          gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {steps.map(({ name, action }, at) => (
          <Box
            component="li"
            key={name}
            sx={{
              p: 2,
              display: 'grid',
              justifyItems: 'start',
              gridTemplateRows: 'auto 1fr auto',
              gap: 1,
              borderRadius: 1,
              bgcolor: 'action.hover',
            }}
          >
            <Typography component="h4" variant="h2">
              {at + 1}. {translate(`home.begin.${name}`)}
            </Typography>
            <Typography color="text.secondary">{translate(`home.begin.${name}Hint`)}</Typography>
            {action && (
              <Button component={Link} to={action.to} variant={at === 0 ? 'contained' : 'outlined'}>
                {action.label}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
}
