import { Box } from '@mui/material';
import { type DataProvider, DataProviderContext, type RaRecord, ResourceContextProvider, useCanAccess } from 'ra-core';
import { saveConfig, sysConfig } from '../../contract/calls/config.ts';
import { agreement, agreementItems } from '../../contract/configScreens.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { attachMessage, replyMessageOf } from '../../dataProvider/transport/envelope.ts';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { resource } from '../declaration/resource.ts';
import { FormAddress } from '../drafts/formDrafts.ts';
import { RecordEditor } from '../form/RecordEditor.tsx';
import { basename, features, http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { itemsOf, versionOf } from './items.ts';

const agreementResource = resource(agreement, {
  list: { columns: ['title'] },
  // Saved as configuration items (docs/contract.md, "Failures").
  form: { tabs: { base: { main: ['title', 'content'] } }, showsReply: true },
  record: { silent: 'all' },
});
const { name } = agreementResource;
const waiting = <SkeletonRows rows={8} height={sizes.formRow} />;

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
            <RecordEditor resource={agreementResource} id={1} isReadOnly={canAccess === false} onClose={() => {}} />
          </Box>
        </FormAddress>
      </ResourceContextProvider>
    </DataProviderContext.Provider>
  );
}

type Values = Record<string, unknown>;

const id = 1;
const entries = Object.entries(agreementItems);

async function read(): Promise<RaRecord> {
  const items = itemsOf(await http.call(sysConfig));
  const value = (name: string) => String(items.find(({ en_name }) => en_name === name)?.value ?? '');
  const fields = Object.fromEntries(entries.map(([field, name]) => [field, value(name)]));
  return { id, ...fields, version: versionOf(items), listed: items.map(({ en_name }) => en_name) };
}

async function save(data: Values, previous: Values): Promise<RaRecord> {
  const changed = entries.filter(([field]) => data[field] !== previous[field]);
  const listed = previous.listed as string[];
  const unlisted = changed.filter(([, name]) => !listed.includes(name)).map(([field]) => [field, 'form.unlisted']);
  if (unlisted.length > 0) throw new CallFailure('invalid', '', 200, { errors: Object.fromEntries(unlisted) });
  const version = features.has('version') ? { version: Number(previous.version) } : {};
  const values = Object.fromEntries(changed.map(([field, name]) => [name, data[field]]));
  const reply = await http.call(saveConfig, { ...values, ...version }).catch((error) => {
    throw error instanceof CallFailure ? atFields(error) : error;
  });
  const saved = { version: reply?.version ?? previous.version };
  return attachMessage({ ...previous, ...data, ...saved, id }, replyMessageOf(reply));
}

function atFields(failure: CallFailure): CallFailure {
  const refused = failure.data.errors as Record<string, string> | undefined;
  if (!refused) return failure;
  const fieldOf = (name: string) => entries.find(([, item]) => item === name)?.[0] ?? name;
  const errors = Object.fromEntries(Object.entries(refused).map(([name, message]) => [fieldOf(name), message]));
  return new CallFailure(failure.kind, failure.sentence, failure.status, { ...failure.data, errors });
}

export const agreementProvider = {
  getOne: async () => ({ data: await read() }),
  update: async (_resource: string, { data, previousData }: { data: Values; previousData: Values }) => ({
    data: await save(data, previousData),
  }),
} as unknown as DataProvider;
