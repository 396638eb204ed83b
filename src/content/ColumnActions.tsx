import AddCircle from '@mui/icons-material/AddCircleOutline';
import Home from '@mui/icons-material/Home';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { column } from '../../contract/entities/column.ts';
import { canBeHome } from '../../contract/models.ts';
import { useMay } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { useSetHome } from './useSetHome.ts';

export function useHasColumnActions(): boolean {
  const setHome = useSetHome();
  const mayCreate = useMay(column.name, 'create', true);
  return setHome !== undefined || mayCreate;
}

/** Set as home page, and add a column below. */
export function ColumnActions({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const setHome = useSetHome();
  const linkTo = useListLink(resource);
  const mayCreate = useMay(resource.name, 'create');
  if (!record) return null;
  const isHome = record.is_home === 1;
  const homeLabel = translate(isHome ? 'list.isHome' : 'list.setHome');
  return (
    <>
      {isHome && !setHome && <Home fontSize="small" color="primary" titleAccess={`${homeLabel} ${record.title}`} />}
      {setHome && canBeHome(record.model) && (
        <Tooltip title={homeLabel}>
          <IconButton
            size="small"
            color={isHome ? 'primary' : 'default'}
            aria-pressed={isHome}
            aria-label={`${homeLabel} ${record.title}`}
            onClick={() => !isHome && setHome(Number(record.id))}
          >
            {isHome ? <Home fontSize="small" /> : <HomeOutlined fontSize="small" />}
          </IconButton>
        </Tooltip>
      )}
      {mayCreate && (
        <Tooltip title={translate('list.addBelow')}>
          <IconButton
            size="small"
            component={Link}
            to={linkTo('create')}
            state={{ given: { pid: record.id, model: record.model } }}
            aria-label={`${translate('list.addBelow')} ${record.title}`}
          >
            <AddCircle fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}
