import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Question from '@mui/icons-material/QuizOutlined';
import { IconButton, type SvgIcon, Tooltip } from '@mui/material';
import { type RaRecord, useRecordContext, useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useState } from 'react';
import { explain } from '../../contract/calls/explain.ts';
import { publish } from '../../contract/calls/publishing.ts';
import type { Entity } from '../../contract/entity.ts';
import { ruleOf } from '../../contract/index.ts';
import { canExplainRecords } from '../../contract/rules.ts';
import { useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { type Cell, cells, type MatrixRow, rightsOf } from './rightsMatrix.ts';
import { useResourceName } from './useResourceName.ts';
import { ViewAsButton } from './ViewAsButton.tsx';

const ExplainDialog = lazyComponent(() => import('./ExplainDialog.tsx').then((module) => module.ExplainDialog));
const WhoCanDialog = lazyComponent(() => import('./WhoCanDialog.tsx').then((module) => module.WhoCanDialog));

interface ButtonProps {
  label: string;
  icon: typeof SvgIcon;
  children: (onClose: () => void) => ReactNode;
}

function DialogButton({ label, icon: Icon, children }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Suspense>{isOpen && children(() => setOpen(false))}</Suspense>
    </>
  );
}

interface RecordProps {
  resource: Resource;
  record: RaRecord;
}

/** Opens a question about the rights of an administrator or a role, from their row or their panel. */
function AskButton({ resource: { name, entity }, record }: RecordProps) {
  const translate = useTranslate();
  const mayCall = useMayCall();
  if (record.beyond || !mayCall(explain)) return null;
  const title = String(record[entity.label]);
  const id = Number(record.id);
  return (
    <DialogButton label={translate('explain.askOf', { name: title })} icon={Question}>
      {(onClose) => (
        <ExplainDialog subject={name === 'admin' ? { admin: id } : { role: id }} name={title} onClose={onClose} />
      )}
    </DialogButton>
  );
}

/** The row actions of administrators and roles. */
export function AccessButtons({ resource }: { resource: Resource }) {
  const record = useRecordContext();
  return (
    <>
      {record && <AskButton resource={resource} record={record} />}
      <ViewAsButton resource={resource} />
    </>
  );
}

const hasRights = ['admin', 'role'];

/**
 * A button in a record's panel. For an administrator or a role it tells what they may do, for any other record who may
 * do what with it.
 */
export function RightsOfRecord(props: RecordProps) {
  return hasRights.includes(props.resource.name) ? <AskButton {...props} /> : <WhoCanOfRecord {...props} />;
}

function WhoCanOfRecord({ resource: { name, entity }, record }: RecordProps) {
  const translate = useTranslate();
  if (!canExplainRecords(entity)) return null;
  const choices = rightsOfRecord(entity).map(([cell, rule]) => ({
    key: cell,
    label: translate(`roleForm.cells.${cell}`),
    rights: [rule],
  }));
  return (
    <DialogButton label={translate('explain.whoCan')} icon={PersonSearch}>
      {(onClose) => (
        <WhoCanDialog
          title={translate('explain.whoOfRecord', { name: String(record[entity.label] ?? record.id) })}
          choices={choices}
          first="edit"
          record={{ entity: name, id: Number(record.id) }}
          onClose={onClose}
        />
      )}
    </DialogButton>
  );
}

/** The button at the end of a row of the rights matrix. It tells who has the row's rights. */
export function WhoCanOfRow({ row }: { row: MatrixRow }) {
  const translate = useTranslate();
  const name = useResourceName()(row.name);
  const title = translate('explain.whoOfRow', { name });
  const choices = cells.flatMap((cell) => {
    const rights = rightsOf(row, cell);
    return rights.length > 0 ? [{ key: cell, label: translate(`roleForm.cells.${cell}`), rights }] : [];
  });
  return (
    <DialogButton label={title} icon={PersonSearch}>
      {(onClose) => (
        <WhoCanDialog title={title} choices={choices} onClose={onClose} hint={translate('explain.saved')} />
      )}
    </DialogButton>
  );
}

/** Lists the cells that apply to a single record, each with the rule that it needs. */
function rightsOfRecord({ name, calls, fields }: Entity): [Cell, string][] {
  const rules: [Cell, string | undefined][] = [
    ['view', ruleOf(calls.list)],
    ['edit', calls.update && ruleOf(calls.update)],
    ['publish', fields.state && ruleOf(publish, { entity: name })],
    ['delete', calls.delete && ruleOf(calls.delete)],
  ];
  return rules.flatMap(([cell, rule]): [Cell, string][] => (rule ? [[cell, rule]] : []));
}
