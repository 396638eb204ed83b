import { createFilterOptions, Skeleton, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { explain } from '../../contract/calls/explain.ts';
import { calls, findEntity, ruleOf } from '../../contract/index.ts';
import { canExplainRecords, parseRule } from '../../contract/rules.ts';
import { RecordSearch } from '../fields/RecordSearch.tsx';
import { http } from '../services/services.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { Explanation } from './Explanation.tsx';
import { RightsDialog } from './RightsDialog.tsx';
import { cells, matrix, rightsOf } from './rightsMatrix.ts';
import { useResourceName } from './useResourceName.ts';
import { useRuleTitle } from './useRuleTitle.ts';

interface Option {
  key: string;
  label: string;
  group: string;
  rights: string[];
  /** The entity that the right is about, if the question may name one of its records. */
  entity?: string | undefined;
}

interface Props {
  subject: { admin: number } | { role: number };
  name: string;
  onClose: () => void;
}

/** Whether an administrator or a role has a right, perhaps on one record, and why. */
export function ExplainDialog({ subject, name, onClose }: Props) {
  const translate = useTranslate();
  const options = useOptions();
  const [option, setOption] = useState<Option | null>(null);
  const [id, setId] = useState(0);
  const entity = option?.entity;
  return (
    <RightsDialog title={translate('explain.askOf', { name })} onClose={onClose}>
      <Combobox<Option>
        options={options}
        value={option}
        onChange={(_event, next) => {
          if (next?.entity !== entity) setId(0);
          setOption(next);
        }}
        groupBy={({ group }) => group}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ key }) => key}
        filterOptions={byNameOrPath}
        isOptionEqualToValue={(one, other) => one.key === other.key}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            label={translate('explain.right')}
            placeholder={translate('explain.rightHint')}
          />
        )}
      />
      {entity && (
        <RecordSearch
          key={entity}
          entity={entity}
          value={id ? [id] : []}
          onChange={([next = 0]) => setId(next)}
          input={{ label: translate('explain.record') }}
        />
      )}
      {option ? (
        <FetchedExplanation
          subject={subject}
          rights={option.rights}
          record={entity && id ? { entity, id } : undefined}
        />
      ) : (
        <Typography color="text.secondary">{translate('explain.choose')}</Typography>
      )}
    </RightsDialog>
  );
}

const byNameOrPath = createFilterOptions<Option>({ stringify: ({ label, rights }) => [label, ...rights].join(' ') });

interface ExplanationProps extends Pick<Props, 'subject'> {
  rights: string[];
  record: { entity: string; id: number } | undefined;
}

function FetchedExplanation({ subject, rights, record }: ExplanationProps) {
  const params = { ...subject, rights, ...record };
  const { data, error, refetch } = useQuery({
    queryKey: ['explain', params],
    queryFn: ({ signal }) => http.call(explain, params, signal),
    staleTime: 0,
  });
  if (error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={160} />;
  return (
    <Explanation isAllowed={data.allowed === 1} steps={data.steps ?? []} entity={record?.entity ?? entityOf(rights)} />
  );
}

/** The entity whose fields the answer names; undefined if the rights concern none or several. */
const entityOf = (rights: string[]) => {
  const about = new Set(
    rights.flatMap((path) => parseRule(path).entity?.name ?? findEntity(parseRule(path).value)?.name ?? []),
  );
  return about.size === 1 ? [...about][0] : undefined;
};

/** The cells of the rights matrix under its labels, and the rule of every call under its path. */
function useOptions(): Option[] {
  const translate = useTranslate();
  const nameOf = useResourceName();
  const titleOf = useRuleTitle();
  return useMemo(() => {
    const ofMatrix = matrix.flatMap(({ title, rows }) =>
      rows.flatMap((row) =>
        cells.flatMap((cell): Option[] => {
          const rights = rightsOf(row, cell);
          if (rights.length === 0) return [];
          const label = translate('explain.cellOf', {
            name: nameOf(row.name),
            cell: translate(`roleForm.cells.${cell}`),
          });
          const entity = cell === 'create' || cell === 'export' ? undefined : findEntity(row.name);
          const asked = entity && canExplainRecords(entity) ? entity.name : undefined;
          return [{ key: `${row.name} ${cell}`, label, group: translate(title), rights, entity: asked }];
        }),
      ),
    );
    const rules = [...calls.values()].flatMap(({ call }) =>
      call.ruleByParam
        ? Object.keys(call.ruleByParam.titles).map((value) => ruleOf(call, { [call.ruleByParam?.param ?? '']: value }))
        : ruleOf(call),
    );
    const ofCalls = [...new Set(rules)]
      .flatMap((path) => path ?? [])
      .map((path) => ({
        key: path,
        label: `${titleOf(path)} · ${path}`,
        group: translate('explain.byPath'),
        rights: [path],
      }));
    return [...ofMatrix, ...ofCalls];
  }, [translate, nameOf, titleOf]);
}
