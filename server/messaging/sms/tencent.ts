interface Account {
  secretId: string;
  secretKey: string;
  appId: string;
  sign: string;
  template: string;
}

const timeoutSeconds = 10;

/** Tencent Cloud SMS. The template's `{1}` is the code, its `{2}` for how many minutes it is good. */
export function tencent({ secretId, secretKey, appId, sign, template }: Account): SmsGateway {
  return {
    send: async (number, code) => {
      // Loaded on first use: it is large, and most sites send none.
      const { Client } = await import('tencentcloud-sdk-nodejs-sms/tencentcloud/services/sms/v20210111/sms_client.js');
      const client = new Client({
        credential: { secretId, secretKey },
        region: 'ap-guangzhou',
        profile: { httpProfile: { reqTimeout: timeoutSeconds } },
      });
      const message = {
        ...{ SmsSdkAppId: appId, SignName: sign, TemplateId: template },
        ...{ PhoneNumberSet: [number], TemplateParamSet: [code, String(smsMinutes)] },
      };
      // Its errors may repeat the request; their code says enough.
      const reply = await client.SendSms(message).catch((error: { code?: unknown }) => {
        throw new Error(`Tencent Cloud sent no message: ${String(error.code ?? 'no connection')}`);
      });
      const status = reply.SendStatusSet?.[0]?.Code;
      if (status !== 'Ok') throw new Error(`Tencent Cloud sent no message: ${status ?? 'no status'}`);
    },
  };
}

/** How many minutes a code is good for: the message says it. */
export const smsMinutes = 10;

/** What brings a code to a telephone. */
export interface SmsGateway {
  /** @param number of mainland China, or any other with `+` and country code. @throws Error without number and code */
  send(number: string, code: string): Promise<void>;
}
