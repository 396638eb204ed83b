import { TextInput } from 'ra-ui-materialui';
import { useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { kindOf } from '../upload/callFor.ts';
import { kindsOf } from '../upload/offered.ts';
import { UploadArea } from '../upload/UploadArea.tsx';
import { Player } from './Player.tsx';
import { usePut } from './usePut.ts';

/** A file by its address: it is uploaded, chosen or typed. Films and sound can be played. */
export function FileInput(props: InputProps) {
  const { name, field, isReadOnly } = props;
  const put = usePut(name);
  const label = useInputLabel(props);
  const url = String(useWatch({ name }) ?? '');
  const kind = kindOf({ name: url, type: '' });
  return (
    <UploadArea label={label} kinds={kindsOf(field)} isReadOnly={isReadOnly} onSent={(sent) => put(sent.url)}>
      <TextInput {...common(props)} />
      {(kind === 'video' || kind === 'audio') && <Player kind={kind} url={url} label={label} />}
    </UploadArea>
  );
}
