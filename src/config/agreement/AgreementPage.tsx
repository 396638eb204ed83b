import { Box } from '@mui/material';
import { DataProviderContext, ResourceContextProvider, useCanAccess } from 'ra-core';
import { agreement } from '../../../contract/configScreens.ts';
import { ScreenAccess } from '../../auth/Forbidden.tsx';
import { resource } from '../../declaration/resource.ts';
import { FormAddress } from '../../drafts/formDrafts.ts';
import { EditRecord } from '../../form/EditRecord.tsx';
import { basename } from '../../services/services.ts';
import { sizes } from '../../theme/index.ts';
import { useScreenTitle } from '../../ui/pageTitle.ts';
import { SkeletonRows } from '../../ui/states/SkeletonRows.tsx';
import { agreementProvider } from './agreementProvider.ts';

const agreementResource = resource(agreement, {
  list: { columns: ['title'] },
  // Saved as configuration items (docs/contract.md, "Failures").
  form: { tabs: { base: { main: ['title', 'content'] } }, showsReply: true },
  record: { silent: 'all' },
});
const { name } = agreementResource;
const waiting = <SkeletonRows rows={8} height={sizes.formRow} />;
const stay = () => {};

/** The user agreement, edited in place. The form stays open after a save and shows the server's message. */
export function AgreementPage() {
  useScreenTitle(agreement.screen);
  return (
    <ScreenAccess resource={name} loading={waiting}>
      <AgreementForm />
    </ScreenAccess>
  );
}

function AgreementForm() {
  const { canAccess, isPending } = useCanAccess({ resource: name, action: 'edit' });
  if (isPending) return waiting;
  return (
    <DataProviderContext.Provider value={agreementProvider}>
      <ResourceContextProvider value={name}>
        <FormAddress value={`${basename}${agreement.screen}`}>
          <Box sx={{ height: 'var(--content-height)', display: 'flex', flexDirection: 'column' }}>
            <EditRecord resource={agreementResource} id={1} isReadOnly={canAccess === false} onClose={stay} />
          </Box>
        </FormAddress>
      </ResourceContextProvider>
    </DataProviderContext.Provider>
  );
}
