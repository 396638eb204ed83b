import Bowser from 'bowser';
import { isbot } from 'isbot';

export interface Agent {
  os: string;
  browser: string;
  device: 'pc' | 'mobile' | 'tablet' | 'spider';
}

const devices: Record<string, Agent['device']> = { mobile: 'mobile', tablet: 'tablet' };
const longest = 60;
/** The header is cut to so many characters. No browser's is longer, and parsing takes time with the length. */
const longestHeader = 500;
const named = (name = '', version = '') => `${name} ${version.split('.')[0]}`.trim().slice(0, longest);

/** Parses a `User-Agent` header. A missing header, or that of a bot, counts as a spider. */
export function readAgent(sent: string): Agent {
  const header = sent.slice(0, longestHeader);
  if (header === '') return { os: '', browser: '', device: 'spider' };
  const { browser, os, platform } = Bowser.parse(header);
  return {
    os: named(os.name, os.versionName ?? os.version),
    browser: named(browser.name, browser.version),
    device: isbot(header) ? 'spider' : (devices[platform.type ?? ''] ?? 'pc'),
  };
}
