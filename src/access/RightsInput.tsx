import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, FormHelperText, Menu, MenuItem, Skeleton, Typography } from '@mui/material';
import { FieldTitle, useInput, useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { holds } from '../../authProvider/index.ts';
import { useIdentity } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { useAll } from '../fields/useAll.ts';
import { features } from '../services/services.ts';
import { labelStyle } from '../theme/index.ts';
import { RightsMatrix } from './RightsMatrix.tsx';
import { RoleChanges } from './RoleChanges.tsx';
import { RulesInTree } from './RulesInTree.tsx';
import { presetNames, presetRules, type RulesByPath, rulesOutsideMatrix } from './rightsMatrix.ts';

export { ColumnsOfRole, FactorDaysInput, FactorInput, FieldLimitsInput } from './limitInputs.tsx';

/**
 * The rules of a role: a matrix of what people know, and every rule in a tree, which is all that a back end without limits of
 * roles has. Nobody can grant rights that they lack themselves.
 */
export function RightsInput(props: InputProps) {
  return useRecordContext()?.built_in ? <AllRights {...props} /> : <ChosenRights {...props} />;
}

function AllRights(props: InputProps) {
  const { source, label } = common(props);
  const translate = useTranslate();
  return (
    <div>
      <Typography color="text.secondary" sx={labelStyle}>
        <FieldTitle label={label} source={source} resource={useResourceContext()} />
      </Typography>
      {translate('access.allRules')}
    </div>
  );
}

function ChosenRights(props: InputProps) {
  const { source, label, readOnly: isReadOnly = false } = common(props);
  const translate = useTranslate();
  const me = useIdentity();
  const resource = useResourceContext();
  const record = useRecordContext();
  const treeId = useId();
  const { data, isError, isForbidden } = useAll(props.field.entity ?? '');
  const [isOpen, setOpen] = useState(false);
  const { id, field, fieldState } = useInput({ source, format: (value: number[] | null) => value ?? [] });
  if (isError || isForbidden) return <FormHelperText error>{translate('roleForm.rulesFailed')}</FormHelperText>;
  if (!data) return <Skeleton variant="rounded" height={400} />;
  const rules: RulesByPath = new Map(data.map((rule) => [String(rule.path), rule]));
  const mine = new Set(data.flatMap((rule) => (me && holds(me, String(rule.path)) ? [Number(rule.id)] : [])));
  const mayGive = (rule: number) => mine.has(rule);
  const held = new Set(field.value as number[]);
  const onChange = (next: Iterable<number>) => field.onChange([...next].toSorted((one, other) => one - other));
  const hasMatrix = features.has('rightsMatrix');
  const given = { rules, held, onChange, mayGive, isReadOnly };
  const others = hasMatrix ? rulesOutsideMatrix(rules, held).length : 0;
  const tree = <RulesInTree labelledBy={`${id}-label`} {...given} rules={data} />;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 36 }}>
        <Typography id={`${id}-label`} color="text.secondary" sx={labelStyle}>
          <FieldTitle label={label} source={source} resource={resource} />
        </Typography>
        {hasMatrix && !isReadOnly && (
          <Presets onChoose={(name) => onChange(presetRules(name, rules, mayGive))} isNew={props.isNew} />
        )}
      </Box>
      {hasMatrix ? (
        <>
          <RightsMatrix labelledBy={`${id}-label`} {...given} />
          <Button
            aria-expanded={isOpen}
            aria-controls={treeId}
            onClick={() => setOpen(!isOpen)}
            endIcon={<ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : undefined }} />}
            sx={{ mt: 1 }}
          >
            {translate('roleForm.advanced')}
            {others > 0 && ` (${translate('roleForm.besideMatrix', { smart_count: others })})`}
          </Button>
          <div id={treeId}>{isOpen && tree}</div>
          {!props.isNew && !isReadOnly && (
            <RoleChanges rules={rules} before={new Set(record?.[source] as number[] | undefined)} after={held} />
          )}
        </>
      ) : (
        tree
      )}
      {fieldState.invalid && (
        <FormHelperText error data-invalid tabIndex={-1}>
          {fieldState.error?.message}
        </FormHelperText>
      )}
    </Box>
  );
}

/** Rights to begin with: they take the place of those that are chosen. */
function Presets({ onChoose, isNew }: { onChoose: (name: (typeof presetNames)[number]) => void; isNew: boolean }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  return (
    <>
      <Button
        variant={isNew ? 'outlined' : 'text'}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<ExpandMore />}
      >
        {translate('roleForm.preset')}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={close}>
        {presetNames.map((name) => (
          <MenuItem
            key={name}
            onClick={() => {
              close();
              onChoose(name);
            }}
          >
            <Box>
              {translate(`roleForm.presets.${name}.name`)}
              <Typography variant="caption" component="div" color="text.secondary">
                {translate(`roleForm.presets.${name}.hint`)}
              </Typography>
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
