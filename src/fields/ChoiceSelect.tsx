import { Box, MenuItem, TextField, type TextFieldProps } from '@mui/material';
import type { Identifier, RaRecord } from 'ra-core';
import { type ReactNode, Suspense } from 'react';
import { labelledSelect } from '../ui/a11y.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const ChoiceSearch = lazyComponent(() => import('./ChoiceSearch.tsx').then((module) => module.ChoiceSearch));

type Value = string | number;

export interface Choice {
  value: Value;
  name: string;
  /** The depth of a tree's record, from 1. */
  level?: unknown;
  refusal?: string | undefined;
  content?: ReactNode;
}

export interface ChoiceSelectProps {
  choices: Choice[];
  value: Value;
  onChange: (value: Value) => void;
  /** The empty choice; with `isHint` its label is only a placeholder. */
  unset?: { value: Value; label: string; isOffered: boolean; isHint?: boolean };
  /** Before the chosen value, if the text field itself has no label. */
  inlineLabel?: string;
  input?: Omit<TextFieldProps, 'slotProps' | 'value' | 'onChange' | 'select' | 'ref' | 'color'>;
}

const maxInMenu = 10;

export const ChoiceSelect = (props: ChoiceSelectProps) =>
  props.choices.length > maxInMenu ? (
    <Suspense fallback={<ChoiceMenu {...props} />}>
      <ChoiceSearch {...props} />
    </Suspense>
  ) : (
    <ChoiceMenu {...props} />
  );

function ChoiceMenu({ choices, value, onChange, unset, inlineLabel, input }: ChoiceSelectProps) {
  const renderValue = () => {
    const chosen = choices.find((choice) => choice.value === value)?.name;
    const shown = chosen ?? (value === unset?.value ? unset.label : '\u00a0');
    if (inlineLabel) return `${inlineLabel}: ${shown}`;
    return chosen === undefined && unset?.isHint ? <Box sx={{ color: 'text.secondary' }}>{shown}</Box> : shown;
  };
  return (
    <TextField
      {...input}
      select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        select: {
          displayEmpty: true,
          renderValue,
          ...(inlineLabel && { SelectDisplayProps: labelledSelect(inlineLabel) }),
        },
      }}
    >
      {unset && (
        <MenuItem value={unset.value} disabled={!unset.isOffered}>
          {unset.label}
        </MenuItem>
      )}
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value} disabled={choice.refusal !== undefined}>
          {indentOf(choice.level)}
          {choice.content ?? choice.name}
          {choice.refusal && ` (${choice.refusal})`}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Rows in tree order without a record and its descendants. @param parent the field of the parent's id */
export function withoutBranch<R extends RaRecord>(rows: R[], own: Identifier, parent: string): R[] {
  const branch = new Set([own]);
  return rows.filter((row) => {
    if (branch.has(row[parent])) branch.add(row.id);
    return !branch.has(row.id);
  });
}

/** An upper bound for levels from other back ends. */
const deepest = 20;

/** The indent before a name, by its level from 1: one wide space for each level above. */
export const indentOf = (level: unknown): string =>
  '\u3000'.repeat(Math.min(Math.max(0, Number(typeof level === 'object' ? 1 : (level ?? 1)) - 1), deepest));
