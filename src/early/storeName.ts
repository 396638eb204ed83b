/** Of react-admin's store in this browser; the page's own script reads it too. */
export const storeName = 'rtop';
