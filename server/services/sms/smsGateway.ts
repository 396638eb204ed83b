/** How many minutes a code is good for: the message says it. */
export const smsMinutes = 10;

/** What brings a code to a telephone. */
export interface SmsGateway {
  /** @param number of mainland China, or any other with `+` and country code. @throws Error without number and code */
  send(number: string, code: string): Promise<void>;
}
