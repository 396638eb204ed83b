import type { SmsGateway } from './smsGateway.ts';

/** Of development (`SMS_CONSOLE`): a line on standard output in the place of a message. */
export const consoleLog: SmsGateway = {
  send: async (number, code) => {
    console.log(`SMS code for ${number.slice(0, -8)}****${number.slice(-4)}: ${code}`);
  },
};
