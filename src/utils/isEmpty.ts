/** Whether a value holds nothing: what a form or a row has where nothing was entered. */
export const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;
