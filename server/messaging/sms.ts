import { configValues, openConfigSecret } from '../config/config.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import type { Db } from '../database/tables.ts';

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

interface Account {
  secretId: string;
  secretKey: string;
  appId: string;
  sign: string;
  template: string;
}

const timeoutSeconds = 10;

/** Tencent Cloud SMS. In the template, `{1}` is the code and `{2}` its validity in minutes. */
function tencent({ secretId, secretKey, appId, sign, template }: Account): SmsGateway {
  return {
    send: async (number, code) => {
      // Loaded on first use, because it is large and most sites send no SMS.
      const { Client } = await import('tencentcloud-sdk-nodejs-sms/tencentcloud/services/sms/v20210111/sms_client.js');
      const client = new Client({
        credential: { secretId, secretKey },
        region: 'ap-guangzhou',
        profile: { httpProfile: { reqTimeout: timeoutSeconds } },
      });
      const message = {
        SmsSdkAppId: appId,
        SignName: sign,
        TemplateId: template,
        PhoneNumberSet: [number],
        TemplateParamSet: [code, String(smsMinutes)],
      };
      // Its errors may contain the request with the code, so only their own code is passed on.
      const reply = await client.SendSms(message).catch((error: { code?: unknown }) => {
        throw new Error(`Tencent Cloud sent no message: ${String(error.code ?? 'no connection')}`);
      });
      const status = reply.SendStatusSet?.[0]?.Code;
      if (status !== 'Ok') throw new Error(`Tencent Cloud sent no message: ${status ?? 'no status'}`);
    },
  };
}

/** How many minutes a code is valid, as the message says. */
export const smsMinutes = 10;

export interface SmsGateway {
  /** @param number of mainland China, or with `+` and country code. @throws Error without number and code */
  send(number: string, code: string): Promise<void>;
}
