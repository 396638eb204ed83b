import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import { Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useTemplate } from '../../contract/calls/config.ts';
import { templateTypes } from '../../contract/entities/template.ts';
import { useMay, useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useAll } from '../fields/useAll.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { TemplateCard } from './TemplateCard.tsx';

/** Groups templates by type and model: the site uses one of each group per device. */
function groupsOf(templates: RaRecord[]) {
  const order = (type: unknown) => (templateTypes as readonly unknown[]).indexOf(type);
  const sorted = templates.toSorted((one, other) => order(one.type) - order(other.type));
  return [...Map.groupBy(sorted, ({ type, model }) => `${type ?? ''} ${model ?? ''}`).values()];
}

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${sizes.card}), 1fr))`,
} as const;

export function TemplateCards({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { data, error, refetch } = useAll(resource.name);
  const mayEdit = useMay(resource.name, 'edit');
  const linkTo = useListLink(resource);
  const mayUse = useMayCall()(useTemplate);
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={4} height={sizes.formRow} />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={Template}
        title={translate('templates.empty')}
        // Where another back end takes its templates from is not known.
        hint={features.isExtended() && translate('templates.emptyHint')}
      />
    );
  const titleOf = ({ type, model }: RaRecord) => {
    const named = (field: string, value: unknown, of: string) =>
      value ? translate(`resources.${of}.choices.${field}.${value}`, { _: String(value) }) : '';
    return [named('type', type, 'template'), type !== 'single' && named('model', model, 'column')]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <Box sx={{ flex: 1, overflowY: 'auto', minHeight: 0, p: 1, pb: 3 }}>
      {groupsOf(data).map(([first, ...rest]) => {
        if (!first) return null;
        const title = titleOf(first);
        return (
          <Box key={`${first.type} ${first.model}`} component="section" aria-label={title || undefined} sx={{ mb: 3 }}>
            {title && (
              <Typography variant="h2" sx={{ mb: 1.5 }}>
                {title}
              </Typography>
            )}
            <Box component="ul" sx={grid}>
              {[first, ...rest].map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  mayUse={mayUse}
                  editAt={mayEdit ? linkTo(Number(template.id)).pathname : undefined}
                />
              ))}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
