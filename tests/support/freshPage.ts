import { afterAll, vi } from 'vitest';

/** The interval of jsdom's own timer for animation frames, which also serves the files that come later. */
const frameMs = 1000 / 60;

/**
 * The files of a worker share its libraries, which take the longest to load, and one page of jsdom. Each file gets its own copy of
 * our modules and an empty page: the timers and listeners that a file leaves running are stopped after it.
 */
export function useFreshPage(): void {
  vi.resetModules();
  const { addEventListener, setTimeout, setInterval } = globalThis;
  const listeners: Parameters<typeof addEventListener>[] = [];
  const timers: ReturnType<typeof setTimeout>[] = [];
  globalThis.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    listeners.push(listener);
    addEventListener(...listener);
  };
  /** Wraps `setTimeout` or `setInterval` to collect its timers. */
  const remembering = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start =>
    new Proxy(start, {
      apply: (target, self, args) => {
        const timer: ReturnType<typeof setTimeout> = Reflect.apply(target, self, args);
        if (args[1] !== frameMs) timers.push(timer);
        return timer;
      },
    });
  globalThis.setTimeout = remembering(setTimeout);
  globalThis.setInterval = remembering(setInterval);

  afterAll(async () => {
    vi.useRealTimers();
    // A file that has stopped jsdom's frames fails here, instead of the files after it.
    await new Promise(requestAnimationFrame);
    vi.unstubAllGlobals();
    Object.assign(globalThis, { addEventListener, setTimeout, setInterval });
    for (const [type, listener, options] of listeners) removeEventListener(type, listener, options);
    for (const timer of timers) clearTimeout(timer);
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    // The libraries' styles stay: emotion knows them as written.
    for (const element of document.querySelectorAll('head > :not(style)')) element.remove();
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
  });
}
