import type { Db } from '../../database/tables.ts';
import type { Settings } from '../../settings.ts';
import type { Secrets } from '../secrets.ts';
import { configuredGateway } from './configuredGateway.ts';
import type { SmsGateway } from './smsGateway.ts';

/** What sends the codes for signing in; undefined where nothing does: then nobody signs in by SMS. */
export const signInGateway = async (
  db: Db,
  secrets: Secrets,
  { smsConsole }: Settings,
): Promise<SmsGateway | undefined> => (await configuredGateway(db, secrets)) ?? (smsConsole ? consoleLog : undefined);

/** Of development (`SMS_CONSOLE`): a line on standard output in the place of a message. */
const consoleLog: SmsGateway = {
  send: async (number, code) => {
    console.log(`SMS code for ${number.slice(0, -8)}****${number.slice(-4)}: ${code}`);
  },
};
