import { TextInput } from 'ra-ui-materialui';
import { image, text } from '../../../contract/fields.ts';
import type { InputProps } from '../../declaration/common.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { Preview } from '../FileInput.tsx';
import { CardCells, CardsInput } from './CardsInput.tsx';

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
      {(cell, row) => (
        <>
          <Preview name={`${row}.url`} />
          <CardCells second="2fr">
            <TextInput {...cell('title', line)} />
            <TextInput {...cell('intro', line)} />
            <TextInput {...cell('url', address)} />
          </CardCells>
        </>
      )}
    </CardsInput>
  );
}
