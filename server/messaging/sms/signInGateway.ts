import { configValues, openConfigSecret } from '../../config/config.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { Settings } from '../../core/settings.ts';
import type { Db } from '../../database/tables.ts';
import { type SmsGateway, tencent } from './tencent.ts';

/** The gateway for sign-in codes; undefined if there is none, and then nobody can sign in by SMS. */
export const signInGateway = async (
  db: Db,
  secrets: Secrets,
  { smsConsole }: Settings,
): Promise<SmsGateway | undefined> => (await configuredGateway(db, secrets)) ?? (smsConsole ? consoleLog : undefined);

/** For development (`SMS_CONSOLE`): prints a line instead of sending a message. */
const consoleLog: SmsGateway = {
  send: async (number, code) => {
    console.log(`SMS code for ${number.slice(0, -8)}****${number.slice(-4)}: ${code}`);
  },
};

const names = ['sms_secret_id', 'sms_secret_key', 'sms_app_id', 'sms_sign', 'sms_template'] as const;

/** The configured gateway, or undefined if one of its items is empty or cannot be decrypted. */
export async function configuredGateway(db: Db, secrets: Secrets): Promise<SmsGateway | undefined> {
  const values = await configValues(db, names);
  const secretKey = openConfigSecret(secrets, values.sms_secret_key);
  if (!secretKey || names.some((name) => values[name] === '')) return undefined;
  const { sms_secret_id, sms_app_id, sms_sign, sms_template } = values;
  return tencent({ secretId: sms_secret_id, secretKey, appId: sms_app_id, sign: sms_sign, template: sms_template });
}
