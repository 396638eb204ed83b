import { Box } from '@mui/material';
import { DataProviderContext, ResourceContextProvider, useCanAccess, useGetResourceLabel } from 'ra-core';
import { agreement } from '../../../contract/agreement.ts';
import { usePageTitle } from '../../layout/pageTitle.ts';
import { resource } from '../../resource.ts';
import { Failed } from '../../screens/faces/Failed.tsx';
import { Forbidden } from '../../screens/faces/Forbidden.tsx';
import { SkeletonRows } from '../../screens/faces/SkeletonRows.tsx';
import { ToHome } from '../../screens/faces/ToHome.tsx';
import { FormAddress } from '../../screens/formAddress.ts';
import { OldRecord } from '../../screens/OldRecord.tsx';
import { basename } from '../../services.ts';
import { sizes } from '../../theme/index.ts';
import { agreementProvider } from './agreementProvider.ts';

const agreementResource = resource(agreement, {
  list: ['title'],
  form: { base: { main: ['title', 'content'] } },
  edit: { saved: 'message' },
});
const { name } = agreementResource;
const stay = () => {};

/** The user agreement, to be edited in place; it stays open after a save, which says what the server said. */
export function AgreementPage() {
  const list = useCanAccess({ resource: name, action: 'list' });
  const edit = useCanAccess({ resource: name, action: 'edit' });
  usePageTitle(useGetResourceLabel()(name, 1));
  if (list.isPending || edit.isPending) return <SkeletonRows rows={8} height={sizes.formRow} />;
  if (list.error && !list.canAccess) return <Failed error={list.error} onRetry={list.refetch} />;
  if (!list.canAccess)
    return (
      <Forbidden resource={name} action="list">
        <ToHome />
      </Forbidden>
    );
  return (
    <DataProviderContext.Provider value={agreementProvider}>
      <ResourceContextProvider value={name}>
        <FormAddress value={`${basename}${agreement.screen}`}>
          <Box sx={{ height: 'var(--content-height)', display: 'flex', flexDirection: 'column' }}>
            <OldRecord resource={agreementResource} id={1} isReadOnly={edit.canAccess === false} onClose={stay} />
          </Box>
        </FormAddress>
      </ResourceContextProvider>
    </DataProviderContext.Provider>
  );
}
