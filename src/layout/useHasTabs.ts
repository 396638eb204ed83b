import { useStore } from 'ra-core';

/** Whether the screens opened so far are shown as tabs. */
export const useHasTabs = () => useStore('tabs.on', true)[0];
