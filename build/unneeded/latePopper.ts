import type { createPopper as Create, Instance } from '@popperjs/core';

/** Replaces `@popperjs/core` (plugin.ts), which places tooltips and suggestions: it is loaded with the first of them. */
let createNow: typeof Create | undefined;
const load = async () => {
  createNow ??= (await import('@popperjs/core/lib/popper.js')).createPopper as typeof Create;
  return createNow;
};

export const createPopper: typeof Create = (anchor, element, options) => {
  if (createNow) return createNow(anchor, element, options);
  let popper: Instance | undefined;
  let isDestroyed = false;
  // Until it is placed it would flash in the corner of the page.
  element.style.visibility = 'hidden';
  load().then(
    (create) => {
      element.style.visibility = '';
      if (!isDestroyed) popper = create(anchor, element, options);
    },
    () => {
      // The next one loads it again; this one is shown below its anchor.
      const { left, bottom } = anchor.getBoundingClientRect();
      Object.assign(element.style, { visibility: '', transform: `translate(${left}px, ${bottom}px)` });
    },
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
