import type { MediaKind } from '../../../contract/uploadTypes.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { UploadArea } from '../../upload/UploadArea.tsx';
import { isWebAddress } from '../html/links.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { AddressField, useAddress } from './AddressField.tsx';

export const useFileAddress = (before?: string) => useAddress(isWebAddress, before);

interface Props {
  of: ReturnType<typeof useFileAddress>;
  /** Of the tool. */
  name: LabelKey;
  label: LabelKey;
  kinds: readonly MediaKind[];
  onSent?: (sent: UploadResult) => void;
}

/** Where a tool's file is: typed, uploaded, or chosen in the library. */
export function FileAddress({ of, name, label: address, kinds, onSent }: Props) {
  const label = useLabel();
  const take = (sent: UploadResult) => {
    of.setTyped(sent.url);
    onSent?.(sent);
  };
  return (
    <UploadArea label={label(name)} kinds={kinds} onSent={take}>
      <AddressField of={of} label={address} help="addressHelp" wrong="addressWrong" />
    </UploadArea>
  );
}
