import { Box, MenuItem, TextField, type TextFieldProps } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { labelledSelect } from '../labelledSelect.ts';
import { later } from '../later.tsx';
import { indentOf } from './treeChoices.ts';

const ChoiceSearch = later(() => import('./ChoiceSearch.tsx').then((module) => module.ChoiceSearch));

type Value = string | number;

export interface Choice {
  value: Value;
  name: string;
  /** Of a tree's record, from 1. */
  level?: unknown;
  /** Why it cannot be chosen. */
  refusal?: string | undefined;
  /** How it is shown among the others, where its name is not enough. */
  content?: ReactNode;
}

export interface ChoiceSelectProps {
  choices: Choice[];
  /** That of `unset` where none is chosen. */
  value: Value;
  onChange: (value: Value) => void;
  /** What it is where none of them is chosen; as a hint, where that is no value of its own. */
  unset?: { value: Value; label: string; isOffered: boolean; isHint?: boolean };
  /** What it is called where it has no label; `isSaid` before what is chosen. */
  name?: { text: string; isSaid: boolean };
  /** Of the text field. */
  input?: Omit<TextFieldProps, 'slotProps' | 'value' | 'onChange' | 'select' | 'ref' | 'color'>;
}

/** More are searched. */
const few = 10;

/** Chooses one of what is known: from a menu where there are few, else by typing a name. */
export const ChoiceSelect = (props: ChoiceSelectProps) =>
  props.choices.length > few ? (
    <Suspense fallback={<ChoiceMenu {...props} />}>
      <ChoiceSearch {...props} />
    </Suspense>
  ) : (
    <ChoiceMenu {...props} />
  );

function ChoiceMenu({ choices, value, onChange, unset, name, input }: ChoiceSelectProps) {
  // Without the indent that it has among the others.
  const renderValue = () => {
    const chosen = choices.find((choice) => choice.value === value)?.name;
    const shown = chosen ?? (value === unset?.value ? unset.label : '\u00a0');
    if (name?.isSaid) return `${name.text}: ${shown}`;
    return chosen === undefined && unset?.isHint ? <Box sx={{ color: 'text.secondary' }}>{shown}</Box> : shown;
  };
  return (
    <TextField
      {...input}
      select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        select: { displayEmpty: true, renderValue, ...(name && { SelectDisplayProps: labelledSelect(name.text) }) },
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
