import { useStore } from 'ra-core';

/** Whether the library shows tiles or rows; each administrator's own. */
export const useMediaView = () => useStore<'grid' | 'list'>('media.view', 'grid');
