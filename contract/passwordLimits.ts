/** Password length in characters. The maximum bounds the cost of hashing. */
export const passwordLimits = { min: 10, max: 128 } as const;
