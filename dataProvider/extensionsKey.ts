/** Storage key of the back end's extensions. The page's early script reads it too. */
export const extensionsKey = 'rtop.extensions';
