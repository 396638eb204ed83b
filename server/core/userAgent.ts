import Bowser from 'bowser';
import { isbot } from 'isbot';

/** What a browser says of itself, as the visitor log keeps it. */
export interface Agent {
  os: string;
  browser: string;
  device: 'pc' | 'mobile' | 'tablet' | 'spider';
}

const devices: Record<string, Agent['device']> = { mobile: 'mobile', tablet: 'tablet' };
const longest = 60;
const named = (name = '', version = '') => `${name} ${version.split('.')[0]}`.trim().slice(0, longest);

/** Reads a `User-Agent` header. Who sends none, or says to be a machine, is a spider. */
export function readAgent(header: string): Agent {
  if (header === '') return { os: '', browser: '', device: 'spider' };
  const { browser, os, platform } = Bowser.parse(header);
  return {
    os: named(os.name, os.versionName ?? os.version),
    browser: named(browser.name, browser.version),
    device: isbot(header) ? 'spider' : (devices[platform.type ?? ''] ?? 'pc'),
  };
}
