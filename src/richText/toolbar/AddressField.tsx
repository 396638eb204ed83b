import { TextField } from '@mui/material';
import { useState } from 'react';
import { type LabelKey, useLabel } from '../useLabel.ts';

/** An address that is typed, and whether it was tried to take a wrong one. */
export function useAddress(isAddress: (text: string) => boolean, before = '') {
  const [typed, setTyped] = useState(before);
  const [refused, setRefused] = useState(false);
  const url = typed.trim();
  const isRight = isAddress(url);
  return { typed, setTyped, url, isRight, isWrong: refused && !isRight, refuse: () => setRefused(true) };
}

interface Props {
  of: ReturnType<typeof useAddress>;
  label: LabelKey;
  help: LabelKey;
  /** Said in the place of the help once a wrong one was refused. */
  wrong: LabelKey;
}

/** What the dialog of a tool asks first. */
export function AddressField({ of: { typed, setTyped, isWrong }, label: name, help, wrong }: Props) {
  const label = useLabel();
  return (
    <TextField
      label={label(name)}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      error={isWrong}
      helperText={label(isWrong ? wrong : help)}
      required
      autoFocus
    />
  );
}
