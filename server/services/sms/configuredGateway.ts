import type { Db } from '../../database/tables.ts';
import { configValues } from '../config.ts';
import { openConfigSecret } from '../configSecret.ts';
import type { Secrets } from '../secrets.ts';
import type { SmsGateway } from './smsGateway.ts';
import { tencent } from './tencent.ts';

const names = ['sms_secret_id', 'sms_secret_key', 'sms_app_id', 'sms_sign', 'sms_template'] as const;

/** The gateway of the configuration, or undefined where an item of it is empty or cannot be opened. */
export async function configuredGateway(db: Db, secrets: Secrets): Promise<SmsGateway | undefined> {
  const values = await configValues(db, names);
  const secretKey = openConfigSecret(secrets, values.sms_secret_key);
  if (!secretKey || names.some((name) => values[name] === '')) return undefined;
  const { sms_secret_id, sms_app_id, sms_sign, sms_template } = values;
  return tencent({ secretId: sms_secret_id, secretKey, appId: sms_app_id, sign: sms_sign, template: sms_template });
}
