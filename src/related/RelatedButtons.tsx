import History from '@mui/icons-material/History';
import { Box, Button } from '@mui/material';
import { CanAccess, useGetResourceLabel, useTranslate } from 'ra-core';
import { operationLog } from '../../contract/entities/logs.ts';
import type { Resource } from '../declaration/resource.ts';
import { features } from '../services/services.ts';

interface Props {
  resource: Resource;
  /** The entity whose list stands in the place of the form. */
  shown: string | undefined;
  onShow: (entity: string | undefined) => void;
}

/** What can be seen of a record beside its form: what belongs to it, and what was changed of it, for those who may read that. */
export function RelatedButtons({ resource, shown, onShow }: Props) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  if (!features.has('related')) return null;
  const history = { entity: operationLog.name, title: translate('log.history') };
  const related = Object.keys(resource.record.related ?? {}).map((entity) => ({ entity, title: label(entity, 2) }));
  return (
    // On a phone in a line of their own.
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}
    >
      {[...related, history].map(({ entity, title }) => (
        <CanAccess key={entity} resource={entity} action="list">
          <Button
            size="small"
            variant={shown === entity ? 'contained' : 'text'}
            startIcon={entity === operationLog.name ? <History /> : undefined}
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
