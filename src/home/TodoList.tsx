import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, List, ListItem, ListItemButton, ListItemText, Skeleton, Typography } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { EmptySection, Section } from '../ui/Section.tsx';
import { type Todo, useFormats } from './useWelcome.ts';

const skeletonCount = 3;

export function TodoList({ todo }: { todo: Todo[] | undefined }) {
  const translate = useTranslate();
  // A foreign back end may send kinds that have no text here.
  const shown = todo?.filter(({ kind, n }) => Number(n) > 0 && translate(`home.todo.${kind}`, { _: '' }));
  return (
    <Section title={translate('home.waiting')}>
      <Box
        sx={{ minHeight: `calc(${skeletonCount} * ${sizes.row})`, flex: 1, display: 'flex', flexDirection: 'column' }}
      >
        {shown ? <Lines todo={shown} /> : <Skeletons />}
      </Box>
    </Section>
  );
}

function Lines({ todo }: { todo: Todo[] }) {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const { number } = useFormats();
  const nameOf = (path: string) => {
    const resource = resources.find((each) => each.path === path.split('?')[0]);
    return resource ? labelOf(resource.name, 2) : '';
  };
  if (todo.length === 0) {
    return <EmptySection Icon={CheckCircleOutline}>{translate('home.nothingWaits')}</EmptySection>;
  }
  return (
    <List disablePadding sx={{ mx: -1 }}>
      {todo.map(({ kind, n, path }) => (
        <ListItem key={`${kind} ${path}`} disablePadding>
          <ListItemButton
            component={Link}
            to={`${basename}${path}`}
            sx={{ minHeight: sizes.row, py: 0, px: 1, gap: 1, borderRadius: 1 }}
          >
            <ListItemText primary={translate(`home.todo.${kind}`, { name: nameOf(path) })} />
            <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{number(Number(n))}</Typography>
            <ChevronRight fontSize="small" color="action" />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

function Skeletons() {
  return Array.from({ length: skeletonCount }, (_, line) => line).map((line) => (
    <Box key={line} sx={{ height: sizes.row, display: 'flex', alignItems: 'center' }}>
      <Skeleton width="100%" />
    </Box>
  ));
}
