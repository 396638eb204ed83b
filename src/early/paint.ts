import { tokenKey } from '../../authProvider/session.ts';
import { languageOrDefault, languages } from '../../contract/languages.ts';
import { storeName } from './storeName.ts';
import { here, recall } from './wire.ts';

/** A value of the console's store (src/services/services.ts) as react-admin writes it: JSON, or undefined. */
const stored = (name: string) => localStorage.getItem(`RaStore${storeName}.${name}`)?.replaceAll('"', '');

/** The language that was chosen in this browser. */
export const storedLanguage = () => languageOrDefault(stored('locale'));

/** Theme, language and the kind of page, as attributes of the document: the shells in index.html follow them. */
export function paint(): void {
  const page = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  page.lang = languages[storedLanguage()].tag;
  page.dataset.theme = stored('theme') ?? system;
  page.dataset.menu = stored('sidebar.open') === 'false' ? 'closed' : 'open';
  page.dataset.tabs = stored('tabs.on') === 'false' ? 'off' : 'on';
  page.toggleAttribute('data-second', recall()[here()]?.second ?? false);
  page.dataset.page = localStorage.getItem(tokenKey) ? 'frame' : 'signIn';
}
