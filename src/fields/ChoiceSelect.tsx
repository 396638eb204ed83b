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
  /** Why it cannot be chosen. */
  refusal?: string | undefined;
  /** Shown in the menu in place of the name. */
  content?: ReactNode;
}

export interface ChoiceSelectProps {
  choices: Choice[];
  value: Value;
  onChange: (value: Value) => void;
  /** The choice of none: its value and label, whether it can be chosen, and whether its label is a mere placeholder (`isHint`). */
  unset?: { value: Value; label: string; isOffered: boolean; isHint?: boolean };
  /** A label that stands before the chosen value, where the text field has no label of its own. */
  inlineLabel?: string;
  /** Props of the text field. */
  input?: Omit<TextFieldProps, 'slotProps' | 'value' | 'onChange' | 'select' | 'ref' | 'color'>;
}

/** With more choices than this one types to find them. */
const mostInMenu = 10;

/** Chooses one of a known list: from a menu where it is short, otherwise by typing a name. */
export const ChoiceSelect = (props: ChoiceSelectProps) =>
  props.choices.length > mostInMenu ? (
    <Suspense fallback={<ChoiceMenu {...props} />}>
      <ChoiceSearch {...props} />
    </Suspense>
  ) : (
    <ChoiceMenu {...props} />
  );

function ChoiceMenu({ choices, value, onChange, unset, inlineLabel, input }: ChoiceSelectProps) {
  // Without the indent of the menu.
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

/**
 * Rows in tree order without a record and all that stands below it: nothing hangs under itself.
 * @param parent the field that says what a row hangs under
 */
export function withoutBranch<R extends RaRecord>(rows: R[], own: Identifier, parent: string): R[] {
  const branch = new Set([own]);
  return rows.filter((row) => {
    if (branch.has(row[parent])) branch.add(row.id);
    return !branch.has(row.id);
  });
}

/** No tree that is shown is deeper; a back end may send every number. */
const deepest = 20;

/** What stands before the name of a tree's record among choices, by its level from 1: the room of a character for each level above it. */
export const indentOf = (level: unknown): string =>
  '\u3000'.repeat(Math.min(Math.max(0, Number(typeof level === 'object' ? 1 : (level ?? 1)) - 1), deepest));
