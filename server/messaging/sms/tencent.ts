interface Account {
  secretId: string;
  secretKey: string;
  appId: string;
  sign: string;
  template: string;
}

const timeoutSeconds = 10;

/** Tencent Cloud SMS. In the template, `{1}` is the code and `{2}` its validity in minutes. */
export function tencent({ secretId, secretKey, appId, sign, template }: Account): SmsGateway {
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
        ...{ SmsSdkAppId: appId, SignName: sign, TemplateId: template },
        ...{ PhoneNumberSet: [number], TemplateParamSet: [code, String(smsMinutes)] },
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

/** Sends codes to phones. */
export interface SmsGateway {
  /**
   * @param number of mainland China, or any other with `+` and country code. @throws Error that contains neither number
   * nor code
   */
  send(number: string, code: string): Promise<void>;
}
