/** Where a browser keeps what the back end can do; the page's own script reads it too. */
export const extensionsKey = 'rtop.extensions';
