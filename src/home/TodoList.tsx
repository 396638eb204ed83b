import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, List, ListItem, ListItemButton, ListItemText, Skeleton, Typography } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { Nothing } from './Nothing.tsx';
import { Section } from './Section.tsx';
import { useFormats } from './useFormats.ts';
import type { Todo } from './useWelcome.ts';

/** Room for as many lines is kept while they are on their way. */
const expected = 3;

/** What waits for someone: a line each, which leads to its list. */
export function TodoList({ todo }: { todo: Todo[] | undefined }) {
  const translate = useTranslate();
  // A kind without a sentence here is another back end's.
  const shown = todo?.filter(({ kind, n }) => Number(n) > 0 && translate(`home.todo.${kind}`, { _: '' }));
  return (
    <Section title={translate('home.waiting')}>
      <Box sx={{ minHeight: `calc(${expected} * ${sizes.row})`, flex: 1, display: 'flex', flexDirection: 'column' }}>
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
    return <Nothing Icon={CheckCircleOutline}>{translate('home.nothingWaits')}</Nothing>;
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
  return Array.from({ length: expected }, (_, line) => line).map((line) => (
    <Box key={line} sx={{ height: sizes.row, display: 'flex', alignItems: 'center' }}>
      <Skeleton width="100%" />
    </Box>
  ));
}
