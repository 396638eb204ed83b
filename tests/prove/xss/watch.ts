import type { BrowserContext, Page } from 'playwright-core';

/** Things that a visitor's pages did and that only a payload can have made them do. */
export interface Watched {
  /** Calls of the marker `__xss`, and dialogs. */
  executions: string[];
  /** Scripts that the content security policy stopped: each is a payload that came to a place where it would have run. */
  violations: string[];
  /** Exceptions of the console itself. */
  errors: string[];
}

declare global {
  interface Window {
    __violation(text: string): void;
  }
}

/** Watches all pages and frames of a visitor, from before their first script, and tells each find at once. */
export async function watch(
  context: BrowserContext,
  tell: (line: string) => void = () => {},
  watched: Watched = { executions: [], violations: [], errors: [] },
): Promise<Watched> {
  const note = (kind: keyof Watched, line: string) => {
    watched[kind].push(line);
    tell(`${kind}: ${line}`);
  };
  await context.exposeBinding('__xss', ({ frame }, n) => {
    note('executions', `${n} in ${frame.url()}`);
  });
  await context.exposeBinding('__violation', ({ frame }, text) => {
    note('violations', `${text} in ${frame.url()}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      // Chromium (156) also reports handlers in attributes of documents that are only parsed, such as DOMParser's,
      // where nothing can run. `inspect` finds handlers that stand in a page, and visits with no policy find those that
      // run.
      if (effectiveDirective === 'script-src-attr') return;
      if (effectiveDirective.startsWith('script')) window.__violation(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on('dialog', async (dialog) => {
    // A form with unsaved text asks before it is left.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    note('executions', `${dialog.type()} ${dialog.message()} in ${dialog.page()?.url()}`);
    return dialog.dismiss();
  });
  context.on('weberror', (error) => note('errors', `${error.error().message} in ${error.page()?.url()}`));
  return watched;
}

export interface Inspected {
  /** Handlers in attributes, and addresses that run a script when somebody follows them. */
  sinks: string[];
  /** The numbers of the payloads that stand in texts, inputs and addresses. */
  numbers: number[];
}

/** Looks through what a page shows, its shadow roots and its frames of the same origin, for what would run at a click. */
export const inspect = (page: Page): Promise<Inspected> =>
  page.evaluate(() => {
    const sinks: string[] = [];
    const texts: string[] = [];
    const addresses = ['href', 'xlink:href', 'action', 'formaction', 'data', 'src', 'content', 'values', 'to'];
    const leading = new Set(
      'a area form button input iframe frame embed object base meta link use animate set script'.split(' '),
    );
    const isRun = (address: string) => {
      // This is the address of the icon in a page that has none of its own.
      if (address === 'data:,') return false;
      const url = URL.parse(address.replace(/^\s*\d+\s*;\s*url=/i, ''), document.baseURI);
      // React replaces such an address with one that only throws an exception.
      return /^(javascript|vbscript|data):/.test(url?.href ?? '') && !address.includes('React has blocked');
    };
    const look = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        const name = element.localName;
        for (const attribute of element.attributes) {
          if (/^(title|href|src|alt|value|aria-label|placeholder)$/.test(attribute.name)) texts.push(attribute.value);
          const runs =
            /^on/i.test(attribute.name) ||
            attribute.name === 'srcdoc' ||
            (leading.has(name) && addresses.includes(attribute.name) && isRun(attribute.value));
          if (runs) sinks.push(`<${name} ${attribute.name}="${attribute.value.slice(0, 200)}">`);
        }
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) texts.push(element.value);
        if (name === 'script' && /__xss|alert\(/.test(element.textContent ?? '')) sinks.push(element.outerHTML);
        if (element.shadowRoot) look(element.shadowRoot);
        const inner = name === 'iframe' && (element as HTMLIFrameElement).contentDocument;
        if (inner) look(inner);
      }
      texts.push(root.textContent ?? '');
      if (root instanceof Document) texts.push(root.body?.textContent ?? '');
    };
    look(document);
    const numbers = new Set(
      texts
        .join(' ')
        .match(/(?<!\d)7\d{4}(?!\d)/g)
        ?.map(Number),
    );
    return { sinks, numbers: [...numbers] };
  });
