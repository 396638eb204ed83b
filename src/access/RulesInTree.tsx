import { Box, Button, TextField, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import { whoCan } from '../../contract/calls/explain.ts';
import { useMayCall } from '../auth/useMay.ts';
import { RuleTree } from './RuleTree.tsx';
import { groupsOf, searchedIn } from './ruleTree.ts';
import { useRuleTitle } from './useRuleTitle.ts';
import { WhoCanDialog } from './WhoCanDialog.tsx';

interface Props {
  labelledBy: string;
  rules: RaRecord[];
  held: ReadonlySet<number>;
  onChange: (held: Set<number>) => void;
  mayGive: (id: number) => boolean;
  isReadOnly: boolean;
}

/** Every rule in a tree of screens and their calls, with its path. */
export function RulesInTree({ labelledBy, rules, held, onChange, mayGive, isReadOnly }: Props) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const [open, setOpen] = useState<readonly unknown[]>([]);
  const [asked, setAsked] = useState<RaRecord>();
  const mayAsk = useMayCall()(whoCan);
  const groups = groupsOf(rules);
  const found = searchedIn(groups, text);
  const isSearched = text.trim() !== '';
  const isAllOpen = open.length >= groups.length;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1 }}>
        <TextField
          type="search"
          value={text}
          placeholder={translate('roleForm.search')}
          onChange={({ target }) => setText(target.value)}
          // Enter would save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          slotProps={{ htmlInput: { 'aria-label': translate('roleForm.search') } }}
          sx={{ flex: 1, minWidth: ({ spacing }) => spacing(20) }}
        />
        <Button disabled={isSearched} onClick={() => setOpen(isAllOpen ? [] : groups.map(({ top }) => top.id))}>
          {translate(isAllOpen ? 'roleForm.foldAll' : 'roleForm.openAll')}
        </Button>
        <Typography role="status" color="text.secondary">
          {translate('roleForm.chosen', {
            n: rules.filter(({ id }) => held.has(Number(id))).length,
            all: rules.length,
          })}
        </Typography>
      </Box>
      <RuleTree
        labelledBy={labelledBy}
        groups={groups}
        found={found}
        chosen={held}
        isOpen={(top) => isSearched || open.includes(top)}
        onOpen={(top, isOn) => setOpen(isOn ? [...open, top] : open.filter((other) => other !== top))}
        onChoose={(next) => onChange(new Set([...next].map(Number)))}
        mayGive={({ id }) => mayGive(Number(id))}
        isReadOnly={isReadOnly}
        onAsk={mayAsk ? setAsked : undefined}
      />
      {asked && <WhoCanOfRule rule={asked} onClose={() => setAsked(undefined)} />}
      {found.length === 0 && <Typography color="text.secondary">{translate('roleForm.noneFound')}</Typography>}
    </Box>
  );
}

function WhoCanOfRule({ rule, onClose }: { rule: RaRecord; onClose: () => void }) {
  const translate = useTranslate();
  const path = String(rule.path);
  const right = useRuleTitle()(path, String(rule.title));
  return (
    <WhoCanDialog
      title={translate('explain.whoHas', { right })}
      choices={[{ key: path, label: right, rights: [path] }]}
      hint={translate('explain.saved')}
      onClose={onClose}
    />
  );
}
