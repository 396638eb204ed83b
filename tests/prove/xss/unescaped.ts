import type { Browser } from 'playwright-core';
import type { Payload } from './payloads.ts';

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const inSource = (text: string) => text.replaceAll('</script', '<\\/script');

/** Pages that escape nothing, each in a way in which a program may forget to. */
const careless: ((text: string) => string)[] = [
  (text) => text,
  (text) => `<input value="${text}">`,
  (text) => `<input value='${text}'>`,
  (text) => `<input value=${text}>`,
  (text) => `<a href="${inAttribute(text)}">x</a>`,
  (text) => `<iframe src="${inAttribute(text)}"></iframe>`,
  (text) => `<p style="${text}">x</p>`,
  (text) => `<textarea>${text}</textarea>`,
  (text) => `<title>${text}</title>`,
  (text) => `<style>${text}</style>`,
  (text) => `<!--${text}-->`,
  (text) => `<svg><![CDATA[${text}]]></svg>`,
  (text) => `<script>var a = "${text}"</script>`,
  (text) => `<script>var a = '${text}'</script>`,
  (text) => `<script>var a = \`${text}\`</script>`,
  (text) => `<script>/*${text}*/</script>`,
  (text) => `<script>${text}</script>`,
  (text) => `<script>var a = [{ b: "${text}" }]</script>`,
  // These pages decode the text once too often.
  (text) =>
    `<script>document.write(document.createRange().createContextualFragment(\`${inSource(text)}\`).textContent)</script>`,
  (text) => `<script>document.write(\`${inSource(text)}\`)</script>`,
  (text) => `<script>try { document.write(decodeURIComponent(\`${inSource(text)}\`)) } catch {}</script>`,
  (text) => `<script>document.body.innerHTML = document.createElement('p').innerHTML = \`${inSource(text)}\`</script>`,
];

/**
 * Finds the payloads that run in pages which escape nothing, once their handlers are called and their links are
 * followed. The others do not run there, but might in a reader of another kind.
 */
export async function runUnescaped(browser: Browser, payloads: readonly Payload[]): Promise<Set<number>> {
  const ran = new Set<number>();
  const context = await browser.newContext();
  await context.exposeBinding('__xss', (_source, n) => ran.add(Number(n)));
  await context.addInitScript(() => {
    Object.assign(window, { alert: (n: unknown) => (window as unknown as { __xss(n: unknown): void }).__xss(n) });
  });
  const page = await context.newPage();
  for (const { text } of payloads) {
    await page.setContent('');
    await page
      .evaluate(
        async (sources) => {
          const frames = sources.map((srcdoc) => Object.assign(document.createElement('iframe'), { srcdoc }));
          const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done)));
          document.body.append(...frames);
          await Promise.all(loaded);
          for (const { contentDocument } of frames)
            for (const element of contentDocument?.querySelectorAll<HTMLElement>('*') ?? []) {
              for (const { name } of [...element.attributes])
                if (/^on/i.test(name)) element.dispatchEvent(new Event(name.slice(2).toLowerCase()));
              if (/^(a|button|area)$/.test(element.localName)) element.click?.();
            }
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        },
        careless.map((write) => write(text)),
      )
      .catch(() => {}); // a link may lead the whole page away
  }
  await context.close();
  return ran;
}
