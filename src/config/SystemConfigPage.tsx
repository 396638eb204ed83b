import { systemConfig } from '../../contract/configScreens.ts';
import { basename } from '../services.ts';
import { ConfigForm } from './ConfigForm.tsx';
import { ConfigScreen } from './ConfigScreen.tsx';
import type { Item } from './items.ts';

/** A back end that tells no kinds has here what it tells. */
const isSystem = ({ kind }: Item) => kind === '' || kind === 'system';

/** What the system brings, in one form; saving is all or nothing. */
export function SystemConfigPage() {
  return (
    <ConfigScreen entity={systemConfig}>
      <ConfigForm entity={systemConfig} id={1} address={`${basename}${systemConfig.screen}`} only={isSystem} />
    </ConfigScreen>
  );
}
