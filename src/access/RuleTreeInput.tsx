import { Box, Button, FormHelperText, Skeleton, TextField, Typography } from '@mui/material';
import { FieldTitle, type RaRecord, useInput, useResourceContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { holds } from '../../authProvider/index.ts';
import { useIdentity } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { useAll } from '../fields/useAll.ts';
import { labelStyle } from '../theme/index.ts';
import { RuleTree } from './RuleTree.tsx';
import { groupsOf, searchedIn } from './ruleTree.ts';

/** The rules of a role in a tree of screens and their calls. Nobody can grant rights that they lack themselves. */
export function RuleTreeInput(props: InputProps) {
  const { source, label, readOnly = false } = common(props);
  const translate = useTranslate();
  const me = useIdentity();
  const resource = useResourceContext();
  const { data: rules, isError, isForbidden } = useAll(props.field.entity ?? '');
  const [text, setText] = useState('');
  const [open, setOpen] = useState<readonly unknown[]>([]);
  const { id, field, fieldState } = useInput({ source, format: (value: number[] | null) => value ?? [] });
  if (isError || isForbidden) return <FormHelperText error>{translate('access.rulesFailed')}</FormHelperText>;
  if (!rules) return <Skeleton variant="rounded" height={400} />;
  const groups = groupsOf(rules);
  const found = searchedIn(groups, text);
  const chosen = new Set<unknown>(field.value as number[]);
  const n = rules.filter((rule) => chosen.has(rule.id)).length;
  const isSearched = text.trim() !== '';
  const isAllOpen = open.length >= groups.length;
  const mayGive = ({ path }: RaRecord) => me !== undefined && holds(me, String(path));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={`${id}-label`} color="text.secondary" sx={labelStyle}>
        <FieldTitle label={label} source={source} resource={resource} />
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1 }}>
        <TextField
          type="search"
          value={text}
          placeholder={translate('access.search')}
          onChange={({ target }) => setText(target.value)}
          // Enter would save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          slotProps={{ htmlInput: { 'aria-label': translate('access.search') } }}
          sx={{ flex: 1, minWidth: ({ spacing }) => spacing(20) }}
        />
        <Button disabled={isSearched} onClick={() => setOpen(isAllOpen ? [] : groups.map(({ top }) => top.id))}>
          {translate(isAllOpen ? 'access.foldAll' : 'access.openAll')}
        </Button>
        <Typography role="status" color="text.secondary">
          {translate('access.chosen', { n, all: rules.length })}
        </Typography>
      </Box>
      <RuleTree
        labelledBy={`${id}-label`}
        groups={groups}
        found={found}
        chosen={chosen}
        isOpen={(top) => isSearched || open.includes(top)}
        onOpen={(top, isOn) => setOpen(isOn ? [...open, top] : open.filter((other) => other !== top))}
        onChoose={(next) => field.onChange([...next].map(Number).toSorted((one, other) => one - other))}
        mayGive={mayGive}
        isReadOnly={readOnly}
      />
      {found.length === 0 && <Typography color="text.secondary">{translate('access.noneFound')}</Typography>}
      {fieldState.invalid && (
        <FormHelperText error data-invalid tabIndex={-1}>
          {fieldState.error?.message}
        </FormHelperText>
      )}
    </Box>
  );
}
