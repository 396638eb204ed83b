/** A telephone or identity card number as messages show it, since others may look on: `138****5678`. */
export const maskNumber = (number: string): string => `${number.slice(0, 3)}****${number.slice(-4)}`;
