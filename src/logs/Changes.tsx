import { Box, Typography } from '@mui/material';
import { type RaRecord, ResourceContextProvider, useGetManyAggregate, useTranslate } from 'ra-core';
import type { Fields } from '../../contract/fields.ts';
import { findEntity } from '../../contract/index.ts';
import { useLoggedLabel } from '../declaration/useFieldLabel.ts';
import { ComparedValue } from '../fields/compare/ComparedValue.tsx';
import { type Param, useColumnParams } from '../fields/params/useColumnParams.ts';

type Values = Record<string, unknown>;

export function Changes({ operation }: { operation: RaRecord }) {
  const translate = useTranslate();
  const target = String(operation.target ?? '');
  const label = useLoggedLabel(target);
  const { before, after } = operation as { before?: Values | null; after?: Values | null };
  const params = useLoggedParams(target, Number(operation.target_id ?? 0), { ...before, ...after });
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <Typography color="text.secondary">{translate('log.noChanges')}</Typography>;
  const fields: Fields = findEntity(target)?.fields ?? {};
  const sides = [
    { key: 'before', values: before, others: after },
    { key: 'after', values: after, others: before },
  ].flatMap(({ key, values, others }) => (values ? [{ key, values, others: others ?? undefined }] : []));
  const head = { textAlign: 'left', fontWeight: 600, color: 'text.secondary', py: 0.75, px: 1 } as const;
  return (
    <ResourceContextProvider value={target}>
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflowX: 'auto' }}>
        <Box
          component="table"
          sx={{
            width: '100%',
            borderCollapse: 'collapse',
            tableLayout: 'fixed',
            '& td, & tbody th': { borderTop: 1, borderColor: 'divider', verticalAlign: 'top', p: 1 },
            // A time wraps instead of being cut.
            '& time': { whiteSpace: 'normal' },
          }}
        >
          <thead>
            <tr>
              <Box component="th" scope="col" sx={{ ...head, width: { xs: '30%', sm: '24%' } }}>
                {translate('log.field')}
              </Box>
              {sides.map(({ key }) => (
                <Box key={key} component="th" scope="col" sx={head}>
                  {translate(`log.${key}`)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {label(name)}
                </Box>
                {sides.map(({ key, values, others }) => (
                  <td key={key}>
                    <ComparedValue field={fields[name]} name={name} values={values} others={others} params={params} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </ResourceContextProvider>
  );
}

// If the record is deleted or may not be read, its parameters are shown by name.
const quiet = () => {};

export function useLoggedParams(target: string, id: number, values: Record<string, unknown>): Param[] | undefined {
  const entity = findEntity(target);
  const isNeeded = Boolean(entity?.fields.params && 'params' in values);
  const options = { enabled: isNeeded && id > 0 && !values.col_id, retry: false, onError: quiet };
  const { data } = useGetManyAggregate(target, { ids: id ? [id] : [] }, options);
  const column = Number(values.col_id ?? data?.[0]?.col_id ?? 0);
  // A single page, which has no create call, has parameters of its own.
  return useColumnParams(isNeeded ? column : 0, entity?.calls.create ? 0 : id);
}
