import ArrowBack from '@mui/icons-material/ArrowBack';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import History from '@mui/icons-material/History';
import Layers from '@mui/icons-material/LayersOutlined';
import { Box, Button, ButtonBase, Chip, Link, Skeleton } from '@mui/material';
import {
  CanAccess,
  ListBase,
  type RaRecord,
  ResourceContextProvider,
  useGetOne,
  useGetResourceLabel,
  useListContext,
  useTranslate,
} from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { versionList } from '../../contract/calls/version.ts';
import { operationLog } from '../../contract/entities/logs.ts';
import { hasVersions } from '../../contract/index.ts';
import type { Resource } from '../declaration/resource.ts';
import { AdminName } from '../fields/AdminName.tsx';
import { Time } from '../fields/Time.tsx';
import { ListPages } from '../list/ListPages.tsx';
import { Changes } from '../logs/Changes.tsx';
import { useOperationName } from '../logs/useOperationName.ts';
import { useContentPath } from '../logs/VisitedContent.tsx';
import { quiet } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { inSentence } from '../utils/format.ts';

const newestFirst = { field: 'id', order: 'DESC' as const };

interface RelatedListProps {
  resource: Resource;
  id: number;
  entity: string;
  onBack: () => void;
}

/** The related records of one record, or its history, newest first. */
export function RelatedList({ resource, id, entity, onBack }: RelatedListProps) {
  const translate = useTranslate();
  const isHistory = entity === operationLog.name;
  const filter = isHistory
    ? { target: resource.name, target_id: id }
    : { [resource.record.related?.[entity] ?? '']: id };
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ px: 3, py: 1 }}>
        <Button size="small" startIcon={<ArrowBack />} onClick={onBack}>
          {translate('log.back')}
        </Button>
      </Box>
      <ResourceContextProvider value={entity}>
        <ListBase
          resource={entity}
          filter={filter}
          sort={newestFirst}
          perPage={20}
          disableSyncWithLocation
          storeKey={false}
          disableAuthentication
          queryOptions={quiet}
        >
          <Rows entity={entity} isHistory={isHistory} />
        </ListBase>
      </ResourceContextProvider>
    </Box>
  );
}

function Rows({ entity, isHistory }: { entity: string; isHistory: boolean }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const { data, error, isPending, refetch } = useListContext();
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (isPending || !data) return <SkeletonRows rows={6} height={sizes.row} />;
  if (data.length === 0) {
    const nothing = isHistory ? 'log.noHistory' : 'log.noRelated';
    return (
      <Box sx={{ px: 3, color: 'text.secondary' }}>{translate(nothing, { name: inSentence(label(entity, 2)) })}</Box>
    );
  }
  const Row = isHistory ? OperationRow : VisitRow;
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 3, flex: 1, overflowY: 'auto' }}>
        {data.map((record) => (
          <Box
            component="li"
            key={record.id}
            sx={{ py: 0.5, minHeight: sizes.row, '& + &': { borderTop: 1, borderColor: 'divider' } }}
          >
            <Row record={record} />
          </Box>
        ))}
      </Box>
      <ListPages />
    </>
  );
}

/** In place of an entity: what the record was. */
export const versions = 'versions';
const icons: Record<string, ReactNode> = { [operationLog.name]: <History />, [versions]: <Layers /> };

interface RelatedButtonsProps {
  resource: Resource;
  shown: string | undefined;
  onShow: (entity: string | undefined) => void;
}

export function RelatedButtons({ resource, shown, onShow }: RelatedButtonsProps) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const history = { entity: operationLog.name, title: translate('log.history') };
  const related = Object.keys(resource.record.related ?? {}).map((entity) => ({ entity, title: label(entity, 2) }));
  const lists = features.has('related') ? [...related, history] : [];
  const ofRecord =
    hasVersions(resource.entity) && features.offers(versionList)
      ? [{ entity: versions, title: translate('versions.title') }]
      : [];
  return (
    // On a phone on a line of their own.
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}
    >
      {[...ofRecord, ...lists].map(({ entity, title }) => (
        <CanAccess key={entity} resource={entity === versions ? resource.name : entity} action="list">
          <Button
            size="small"
            variant={shown === entity ? 'contained' : 'text'}
            startIcon={icons[entity]}
            aria-pressed={shown === entity}
            onClick={() => onShow(shown === entity ? undefined : entity)}
          >
            {title}
          </Button>
        </CanAccess>
      ))}
    </Box>
  );
}

function OperationRow({ record }: { record: RaRecord }) {
  const [isOpen, setOpen] = useState(false);
  const operationName = useOperationName();
  const id = useId();
  const Icon = isOpen ? ExpandMore : ChevronRight;
  return (
    <>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{
          width: '100%',
          minHeight: sizes.row,
          gap: 1,
          justifyContent: 'flex-start',
          textAlign: 'start',
          fontSize: 'inherit',
        }}
      >
        <Icon fontSize="small" color="action" />
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
            <AdminName username={record.username} nickname={record.nickname} />
          </Box>
          {operationName(record)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          <Time value={record.create_time} />
        </Box>
      </ButtonBase>
      <Box id={id} hidden={!isOpen} sx={{ pb: 1.5 }}>
        {isOpen && <OpenChanges id={Number(record.id)} />}
      </Box>
    </>
  );
}

function OpenChanges({ id }: { id: number }) {
  const { data, error, refetch } = useGetOne(operationLog.name, { id }, quiet);
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  return data ? <Changes operation={data} /> : <Skeleton variant="rounded" height={80} />;
}

export function VisitRow({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const path = useContentPath(record);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 'inherit' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {path ? (
          <Link component={RouterLink} to={path} underline="hover">
            {record.title}
          </Link>
        ) : (
          record.title
        )}
      </Box>
      {record.model && (
        <Chip size="small" label={translate(`resources.history.choices.model.${record.model}`, { _: record.model })} />
      )}
      <Box sx={{ color: 'text.secondary' }}>
        <Time value={record.create_time} />
      </Box>
    </Box>
  );
}
