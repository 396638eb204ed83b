import type { createPopper as Create, Instance } from '@popperjs/core';

/** Replaces `@popperjs/core` (plugin.ts), which places tooltips and suggestions: it is loaded with the first of them. */
let place: typeof Create | undefined;
const load = async () => {
  place ??= (await import('@popperjs/core/lib/popper.js')).createPopper as typeof Create;
  return place;
};

export const createPopper: typeof Create = (anchor, element, options) => {
  if (place) return place(anchor, element, options);
  let popper: Instance | undefined;
  let isDestroyed = false;
  // Without its place it would be in the corner of the page.
  element.style.visibility = 'hidden';
  load().then(
    (create) => {
      element.style.visibility = '';
      if (!isDestroyed) popper = create(anchor, element, options);
    },
    () => undefined, // the next one loads it again
  );
  return {
    update: async () => popper?.update(),
    forceUpdate: () => popper?.forceUpdate(),
    destroy: () => {
      isDestroyed = true;
      popper?.destroy();
    },
  } as Instance;
};
