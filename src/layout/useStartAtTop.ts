import { useEffect } from 'react';

/** After the sign-in, whose button is gone, the keyboard goes on from the top of the page, not from where that was. */
export function useStartAtTop(): void {
  useEffect(() => {
    const { body, activeElement } = document;
    if (activeElement !== body) return;
    body.setAttribute('tabindex', '-1');
    body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true });
    body.focus();
  }, []);
}
