import { Alert, Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { useFormState } from 'react-hook-form';
import { changesOf, type RulesByPath } from './rightsMatrix.ts';
import { useResourceName } from './useResourceName.ts';

interface Props {
  rules: RulesByPath;
  before: ReadonlySet<number>;
  after: ReadonlySet<number>;
}

const limitFields = ['columns', 'own_only', 'field_limits', 'factor', 'factor_days'];

/** Before a role is saved: how many administrators it concerns, and what they lose and gain. */
export function RoleChanges({ rules, before, after }: Props) {
  const translate = useTranslate();
  const nameOf = useResourceName();
  const record = useRecordContext();
  const { dirtyFields } = useFormState();
  const changes = changesOf(rules, before, after);
  const limits = limitFields.filter((name) => dirtyFields[name]);
  const n = Number(record?.admins ?? 0);
  const rowsOf = (isGained: boolean) => {
    const some = changes.filter((change) => change.isGained === isGained);
    return [...Map.groupBy(some, ({ row }) => row)].map(([row, all]) => {
      const cells = all.map(({ cell }) => translate(`roleForm.cells.${cell}`));
      return translate('roleForm.rowChange', { name: nameOf(row.name), cells: cells.join(translate('roleForm.and')) });
    });
  };
  const parts = {
    lost: rowsOf(false),
    gained: rowsOf(true),
    limitsChanged: limits.map((name) => translate(`resources.role.fields.${name}`)),
  };
  return (
    // Above the buttons, wherever the form is scrolled to.
    <Box role="status" sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
      {n > 0 && changes.length + limits.length > 0 && (
        <Alert role="presentation" severity={parts.lost.length > 0 ? 'warning' : 'info'} sx={{ mt: 1 }}>
          {translate('roleForm.changed', { smart_count: n })}
          {Object.entries(parts).map(
            ([key, what]) =>
              what.length > 0 && (
                <div key={key}>{translate(`roleForm.${key}`, { what: what.join(translate('roleForm.between')) })}</div>
              ),
          )}
        </Alert>
      )}
    </Box>
  );
}
