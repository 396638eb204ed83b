import { Box, Link } from '@mui/material';
import { useGetManyAggregate, useGetRecordRepresentation, useGetResourceLabel } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { saveConfig } from '../../contract/calls/config.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { useCanOpen } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { SettingName } from './SettingName.tsx';

// A failure makes no toast: the record may be gone, or the role may not read its title.
const ignoreError = () => {};

/** The width stays the same while the title is loading, so that nothing moves. */
const width = { minWidth: { md: 160, lg: 280 }, maxWidth: { xs: 160, lg: 360 } };
const oneLine = { display: 'block', ...width, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

export function LoggedTarget({ record }: ShowProps) {
  const target = String(record.target ?? '');
  if (!Object.hasOwn(entities, target)) return null;
  const id = Number(record.target_id) || null;
  if (id && record.path === saveConfig.path) return <Setting id={id} />;
  return <Target target={target as EntityName} id={id} />;
}

function Setting({ id }: { id: number }) {
  const label = useGetResourceLabel();
  return (
    <Box component="span" sx={oneLine}>
      <SettingName id={id} fallback={`${label(configItem.name, 1)} #${id}`} />
    </Box>
  );
}

function Target({ target, id }: { target: EntityName; id: number | null }) {
  const label = useGetResourceLabel();
  const nameOf = useGetRecordRepresentation(target);
  const path = listPath(entities[target]);
  const mayOpen = useCanOpen(target);
  const options = { enabled: Boolean(id) && mayOpen, retry: false, onError: ignoreError };
  const { data } = useGetManyAggregate(target, { ids: id ? [id] : [] }, options);
  const kind = label(target, 1);
  if (!id) return kind;
  const found = data?.[0];
  if (!found)
    return <Box component="span" sx={{ display: 'block', ...width, whiteSpace: 'nowrap' }}>{`${kind} #${id}`}</Box>;
  return (
    <Box component="span" sx={oneLine}>
      {kind}{' '}
      <Link component={RouterLink} to={`${linkOf(path)}/${id}`} underline="always" title={String(nameOf(found))}>
        {nameOf(found)}
      </Link>
    </Box>
  );
}
