import { useResourceContext } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useFormContext, useWatch } from 'react-hook-form';
import { kindOf } from '../upload/callFor.ts';
import { kindsOf } from '../upload/offered.ts';
import { UploadArea } from '../upload/UploadArea.tsx';
import { common, type InputProps } from './common.ts';
import { Player } from './Player.tsx';
import { useFieldLabel } from './useFieldLabel.ts';

/** A file by its address: it is uploaded, chosen or typed. Films and sound can be played. */
export function FileInput(props: InputProps) {
  const { name, field, isReadOnly } = props;
  const { setValue } = useFormContext();
  const named = useFieldLabel(useResourceContext() ?? '');
  const label = props.label ?? named(name);
  const url = String(useWatch({ name }) ?? '');
  const kind = kindOf({ name: url, type: '' });
  return (
    <UploadArea
      label={label}
      kinds={kindsOf(field)}
      isReadOnly={isReadOnly}
      onSent={(sent) => setValue(name, sent.url, { shouldDirty: true, shouldTouch: true, shouldValidate: true })}
    >
      <TextInput {...common(props)} />
      {(kind === 'video' || kind === 'audio') && <Player kind={kind} url={url} label={label} />}
    </UploadArea>
  );
}
