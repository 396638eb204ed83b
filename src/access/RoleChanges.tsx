import { Alert, Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { changesOf, type RulesByPath } from './rightsMatrix.ts';
import { useResourceName } from './useResourceName.ts';

interface Props {
  rules: RulesByPath;
  before: ReadonlySet<number>;
  after: ReadonlySet<number>;
}

/** Before a role is saved: whom it changes, and how. */
export function RoleChanges({ rules, before, after }: Props) {
  const translate = useTranslate();
  const nameOf = useResourceName();
  const record = useRecordContext();
  const changes = changesOf(rules, before, after);
  if (changes.length === 0) return <Box role="status" />;
  const n = Number(record?.admins ?? 0);
  const listed = (isGained: boolean) => {
    const some = changes.filter((change) => change.isGained === isGained);
    const byRow = Map.groupBy(some, ({ row }) => row);
    return [...byRow].map(([row, all]) => {
      const cells = all.map(({ cell }) => translate(`access.cells.${cell}`));
      return translate('access.rowChange', { name: nameOf(row.name), cells: cells.join(translate('access.and')) });
    });
  };
  const [gained, lost] = [listed(true), listed(false)];
  return (
    <Alert role="status" severity={lost.length > 0 ? 'warning' : 'info'} sx={{ mt: 1 }}>
      {translate('access.changed', { smart_count: n })}
      {[['access.lost', lost] as const, ['access.gained', gained] as const].map(
        ([key, rows]) =>
          rows.length > 0 && <div key={key}>{translate(key, { what: rows.join(translate('access.between')) })}</div>,
      )}
    </Alert>
  );
}
