import { TextField } from '@mui/material';
import { useState } from 'react';
import type { MediaKind } from '../../../../contract/uploadTypes.ts';
import { UploadArea } from '../../../upload/UploadArea.tsx';
import type { Sent } from '../../../upload/way.ts';
import { isImageAddress } from '../html/links.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';

/** The address of a file, and whether it was tried to take a wrong one. */
export function useFileAddress(before = '') {
  const [address, setAddress] = useState(before);
  const [refused, setRefused] = useState(false);
  const url = address.trim();
  const isRight = isImageAddress(url);
  return { address, setAddress, url, isWrong: refused && !isRight, isRight, refuse: () => setRefused(true) };
}

interface Props {
  of: ReturnType<typeof useFileAddress>;
  /** Of the tool. */
  name: LabelKey;
  label: LabelKey;
  kinds: readonly MediaKind[];
  onSent?: (sent: Sent) => void;
}

/** Where a tool's file is: typed, uploaded, or chosen in the library. */
export function FileAddress({ of: { address, setAddress, isWrong }, name, label: key, kinds, onSent }: Props) {
  const label = useLabel();
  const take = (sent: Sent) => {
    setAddress(sent.url);
    onSent?.(sent);
  };
  return (
    <UploadArea label={label(name)} kinds={kinds} onSent={take}>
      <TextField
        label={label(key)}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={isWrong}
        helperText={label(isWrong ? 'imageWrong' : 'imageHelp')}
        required
        autoFocus
      />
    </UploadArea>
  );
}
