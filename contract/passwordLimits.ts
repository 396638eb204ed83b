/** How many characters a password has. There is a most because hashing takes its time. */
export const passwordLimits = { min: 10, max: 128 } as const;
