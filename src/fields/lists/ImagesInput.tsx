import LinkIcon from '@mui/icons-material/LinkOutlined';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useState } from 'react';
import { image, text } from '../../../contract/fields.ts';
import type { InputProps } from '../../declaration/common.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { Preview } from '../FileInput.tsx';
import { useIsRefused } from '../useIsRefused.ts';
import { CardCells, CardsInput, type CellOf } from './CardsInput.tsx';

const address = image({ required: true });
const line = text(500);
const rowOf = ({ url, alt = '', caption = '' }: UploadResult, at: number) => ({
  url,
  title: alt,
  intro: caption,
  sort: at,
});

export function ImagesInput(props: InputProps) {
  return (
    <CardsInput {...props} what="image" rowOf={rowOf}>
      {(cell, row, label) => <PictureRow cell={cell} row={row} label={label} />}
    </CardsInput>
  );
}

/** As in `ImageInput`, the address opens by a button, or when it is refused. */
function PictureRow({ cell, row, label }: { cell: CellOf; row: string; label: string }) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const isOpen = useIsRefused(`${row}.url`) || isAsked;
  return (
    <>
      <Box sx={{ flexShrink: 0 }}>
        <Preview name={`${row}.url`} />
        <Button
          size="small"
          color="inherit"
          startIcon={<LinkIcon />}
          aria-expanded={isOpen}
          aria-label={`${translate('form.imageAddress')}: ${label}`}
          onClick={() => setAsked(!isOpen)}
        >
          {translate('form.imageAddress')}
        </Button>
      </Box>
      <CardCells second="2fr">
        <TextInput {...cell('title', line)} />
        <TextInput {...cell('intro', line)} />
        <Box hidden={!isOpen}>
          <TextInput {...cell('url', address)} />
        </Box>
      </CardCells>
    </>
  );
}
