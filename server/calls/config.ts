import { setTimeout as wait } from 'node:timers/promises';
import { testMs } from '../../contract/calls/config.ts';
import { configGroup } from '../../contract/entities/configGroup.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import * as crud from '../crud.ts';
import { CallError, InvalidInput } from '../errors.ts';
import { message } from '../messages.ts';
import { addRefTitles } from '../refTitles.ts';
import { readConfig, saveConfig, shownValue } from '../services/config.ts';
import {
  addItem,
  changeItem,
  extensionGroup,
  extensionGroups,
  removeGroup,
  removeItem,
} from '../services/configExtend.ts';
import { sendMail } from '../services/mail.ts';
import { configuredGateway } from '../services/sms/signInGateway.ts';
import { dialled } from '../services/smsCodes.ts';
import { type CallContext, type Handlers, inTwoSteps } from '../unit.ts';

/** A list of items as `sysConfig` answers it, or a map, by name. */
function byName(config: unknown): Record<string, unknown> {
  if (config === undefined || config === null) return {};
  if (typeof config !== 'object') throw new InvalidInput({ config: { key: 'field_kind' } });
  if (!Array.isArray(config)) return { ...config };
  const entries = config.map((item) => [item?.en_name, item?.value]);
  if (entries.some(([name]) => typeof name !== 'string')) throw new InvalidInput({ config: { key: 'field_kind' } });
  return Object.fromEntries(entries);
}

/** Sends before the transaction of the call, which then holds the log's row alone. */
const trial = (event: string, send: (context: CallContext, to: string) => Promise<void>) =>
  inTwoSteps(
    async (context: CallContext, { to }: { to: string }) => {
      const late = wait(testMs, undefined, { ref: false }).then((): never => {
        throw new Error('no answer in time');
      });
      await Promise.race([send(context, to), late]).catch(async (error: unknown) => {
        if (error instanceof CallError) throw error;
        context.warn(event, `a test message was not sent: ${error instanceof Error ? error.message : String(error)}`);
        await late.catch(() => {});
        throw new CallError('test_failed');
      });
    },
    async ({ say }) => {
      say('test_sent');
      return undefined;
    },
  );

export const configHandlers = {
  'base.Config/sysConfig': async ({ db }) => (await readConfig(db)) as never,

  'base.Config/saveConfig': (context, { config, version, clear, ...named }) =>
    saveConfig(context, {
      given: { ...byName(config), ...named },
      clear: (clear ?? '').split(',').filter(Boolean),
      version,
    }),

  'base.Config/autoGroup': async ({ db }) => (await extensionGroups(db)) as never,

  'base.Config/autoGroupConfig': async ({ db }, { gid }) =>
    (await readConfig(db, (await extensionGroup(db, gid)).id)) as never,

  'base.Config/expendConfig': async ({ db }) => {
    const groups = await extensionGroups(db);
    const items = await crud.readAll(db, configItem);
    const shown = items.map((item) => ({ ...item, ...shownValue(item) }));
    await addRefTitles(db, configItem, shown);
    return groups.map((group) => ({ ...group, items: shown.filter(({ groupId }) => groupId === group.id) })) as never;
  },

  'base.Config/editExtendGroup': async (unit, { id, ...changes }: { id: number }) => {
    await extensionGroup(unit.db, id);
    return crud.update(unit, configGroup, id, changes);
  },
  'base.Config/deleteExtendGroup': (unit, { gid }: { gid: number }) => removeGroup(unit, gid),
  'base.Config/addExpendConfig': (context, draft: Record<string, unknown>) => addItem(context, draft),
  'base.Config/editExpendConfig': (context, { id, ...changes }: { id: number }) => changeItem(context, id, changes),
  'base.Config/deleteExpendConfig': (unit, { id }: { id: number }) => removeItem(unit, id),

  'base.Config/testSms': trial('sms', async ({ db, secrets }, to) => {
    const number = dialled(to, 'to');
    const gateway = await configuredGateway(db, secrets);
    if (!gateway) throw new CallError('sms_off');
    // Of the shape of a code, and no code.
    await gateway.send(number, '000000');
  }),

  'base.Config/testMail': trial('mail', async ({ db, secrets, language }, to) => {
    const [subject, text] = [message(language, 'test_mail_subject'), message(language, 'test_mail_text')];
    await sendMail(db, secrets, { to, subject, text }, testMs);
  }),
} satisfies Partial<Handlers>;
