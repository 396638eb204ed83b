import { Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { holds } from '../../authProvider/index.ts';
import { entityList, isCounted } from '../../contract/index.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';
import { useFormats } from './useWelcome.ts';

/** Links with an empty filter, as a list would else apply its last one. */
const pathOf = new Map(resources.map(({ name, entity }) => [name, narrowedPath(entity, {})]));

interface Props {
  counts: Record<string, number> | undefined;
  week: Record<string, number> | undefined;
}

export function CountCards({ counts, week }: Props) {
  const translate = useTranslate();
  const identity = useIdentity();
  const expected = entityList.filter((entity) => isCounted(entity) && holds(identity ?? {}, entity.screen));
  const shown = counts ? entityList.filter(({ name }) => name in counts) : expected;
  if (shown.length === 0) return null;
  return (
    <Box component="section">
      <Typography component="h3" variant="h2" sx={{ mb: 1 }}>
        {translate('home.counts')}
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 1.5,
          m: 0,
          p: 0,
          listStyle: 'none',
          gridTemplateColumns: ({ spacing }) => `repeat(auto-fill, minmax(${spacing(20)}, 1fr))`,
        }}
      >
        {shown.map(({ name }) => (
          <CountCard
            key={name}
            name={name}
            n={counts?.[name]}
            changed={counts && week ? (week[name] ?? 0) : undefined}
          />
        ))}
      </Box>
    </Box>
  );
}

function CountCard({ name, n, changed }: { name: string; n: number | undefined; changed: number | undefined }) {
  const translate = useTranslate();
  const { number } = useFormats();
  const path = pathOf.get(name);
  const content = (
    <Box sx={{ p: 1.5 }}>
      <Typography color="text.secondary" noWrap>
        {translate(`resources.${name}.name`, { smart_count: 2 })}
      </Typography>
      <Typography sx={{ fontSize: 'h5.fontSize', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {n === undefined ? <Skeleton width="40%" /> : number(n)}
      </Typography>
      {n === undefined && (
        <Typography variant="caption" component="p">
          <Skeleton width="70%" />
        </Typography>
      )}
      {changed !== undefined && (
        <Typography variant="caption" component="p" color="text.secondary">
          {translate('home.changed', { n: number(changed) })}
        </Typography>
      )}
    </Box>
  );
  return (
    <Card component="li" variant="outlined">
      {path ? (
        <CardActionArea component={Link} to={`${basename}${path}`}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
    </Card>
  );
}
