import { Box, Chip, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type WhoCanRole, whoCan } from '../../contract/calls/explain.ts';
import { http } from '../services/services.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { RightsDialog } from './RightsDialog.tsx';

/** One question: what it is called, and the paths of the rights that it takes. */
interface RightChoice {
  key: string;
  label: string;
  rights: string[];
}

interface Props {
  title: string;
  choices: RightChoice[];
  /** Where nothing else is chosen; the first one by default. */
  first?: string;
  record?: { entity: string; id: number };
  /** Under the answer. */
  hint?: string;
  onClose: () => void;
}

/** Who has a right, perhaps on one record, by which role, and within which limits. */
export function WhoCanDialog({ title, choices, first, record, hint, onClose }: Props) {
  const translate = useTranslate();
  const [key, setKey] = useState(first ?? choices[0]?.key);
  const choice = choices.find((each) => each.key === key);
  return (
    <RightsDialog title={title} onClose={onClose}>
      {choices.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={key}
          onChange={(_event, next: string | null) => next && setKey(next)}
          aria-label={translate('explain.right')}
          sx={{ flexWrap: 'wrap' }}
        >
          {choices.map((each) => (
            <ToggleButton key={each.key} value={each.key} sx={{ px: 2 }}>
              {each.label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Box role="status" sx={{ flex: 1 }}>
        {choice && <Holders rights={choice.rights} record={record} />}
      </Box>
      {hint && (
        <Typography variant="caption" color="text.secondary">
          {hint}
        </Typography>
      )}
    </RightsDialog>
  );
}

function Holders({ rights, record }: { rights: string[]; record: Props['record'] }) {
  const translate = useTranslate();
  const params = { rights, ...record };
  const { data, error, refetch } = useQuery({
    queryKey: ['whoCan', params],
    queryFn: ({ signal }) => http.call(whoCan, params, signal),
    staleTime: 0,
  });
  if (error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={160} />;
  const { roles = [], others, other_tokens } = data;
  const beside = [
    ...(others ? [translate('explain.others', { smart_count: others })] : []),
    ...(other_tokens ? [translate('explain.otherTokens', { smart_count: other_tokens })] : []),
  ];
  if (roles.length + beside.length === 0) return <Typography>{translate('explain.nobody')}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li': { py: 1 }, '& > li + li': separated }}>
      {roles.map((role) => (
        <RoleOfHolders key={role.id} role={role} />
      ))}
      {beside.map((words) => (
        <Typography key={words} component="li" color="text.secondary">
          {words}
        </Typography>
      ))}
    </Box>
  );
}

const separated = { borderTop: 1, borderColor: 'divider' } as const;

function RoleOfHolders({ role }: { role: WhoCanRole }) {
  const translate = useTranslate();
  const and = translate('explain.and');
  const all = role.admins
    .map(({ name, waits }) => (waits ? translate(`explain.waits.${waits}`, { name }) : name))
    .join(and);
  const isMore = role.n > role.admins.filter(({ waits }) => !waits).length;
  const names = isMore ? translate('explain.more', { names: all, n: role.n }) : all;
  return (
    <li>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h3" variant="subtitle2">
          {role.title}
        </Typography>
        {role.built_in === 1 && <Chip size="small" label={translate('access.builtInMark')} />}
        {role.limits.map((limit) => (
          <Chip key={limit} size="small" variant="outlined" label={translate(`explain.limits.${limit}`)} />
        ))}
      </Box>
      <Typography color={names ? undefined : 'text.secondary'} sx={{ overflowWrap: 'anywhere' }}>
        {names || translate('explain.noAdmins')}
      </Typography>
      {role.tokens.map(({ name, n }) => (
        <Typography key={name} variant="body2" color="text.secondary">
          {translate('explain.tokens', { name, smart_count: n })}
        </Typography>
      ))}
    </li>
  );
}
