import Add from '@mui/icons-material/Add';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { isCounted } from '../../contract/index.ts';
import { useCreatable } from '../fields/useCreatable.ts';
import { columnResource } from '../resources/column.tsx';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';
import { Section } from '../ui/Section.tsx';
import { inSentence } from '../utils/format.ts';

export function QuickEntries() {
  const translate = useTranslate();
  const { isPending, creatable } = useEntries();
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

const withCreate = resources.filter(({ entity }) => entity.calls.create && isCounted(entity));

interface Entry {
  name: string;
  model: string | undefined;
  label: string;
  to: string;
}

/** The entities of which the administrator may create records, or might while rights and columns are loading. */
function useEntries(): { isPending: boolean; creatable: Entry[] } {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const { isPending, creatable } = useCreatable(withCreate);
  const entries = creatable.map(({ name, entity, path }) => ({
    name,
    model: entity.model,
    label: translate('list.add', { name: inSentence(labelOf(name, 1)) }),
    to: `${basename}${path}/create`,
  }));
  return { isPending, creatable: entries };
}

export function GettingStarted() {
  const translate = useTranslate();
  const { creatable } = useEntries();
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
