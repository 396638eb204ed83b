import Add from '@mui/icons-material/Add';
import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

interface Props {
  /** What is asked for. */
  label: string;
  onAdd: (addresses: string[]) => void;
}

/** Adds what stands at some addresses, one a line. */
export function AddByAddress({ label, onAdd }: Props) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const addresses = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const add = () => {
    onAdd(addresses);
    setText('');
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
      <TextField
        label={label}
        value={text}
        multiline
        minRows={1}
        maxRows={6}
        onChange={({ target }) => setText(target.value)}
        helperText={undefined}
      />
      <Button
        variant="outlined"
        startIcon={<Add />}
        disabled={addresses.length === 0}
        onClick={add}
        sx={{ flexShrink: 0 }}
      >
        {addresses.length > 1 ? translate('rows.addMany', { n: addresses.length }) : translate('rows.add')}
      </Button>
    </Box>
  );
}
