import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** Says a message of the console in the language that it is shown in. */
export type Say = (key: string, options?: Record<string, unknown>) => string;

/** A kind of screen, or a state of it that looks different, and how one comes to it. */
export interface Scene {
  name: string;
  /** Below the router's base. */
  path: string;
  /** Nobody is signed in. */
  isOut?: true;
  /** Its page can show no other scene afterwards, even if it is loaded again. */
  isLast?: true;
  /** It shows what the console reads once a load, or what stays in its memory: the page is loaded before and after it. */
  reloads?: true;
  /** axe looks at it in the nightly run alone (`A11Y=all`): what one can press or fill in, or its kind, is in another scene too. */
  isNightly?: true;
  /** It is there on a phone alone, or not there. */
  only?: 'narrow' | 'wide';
  /** What the back end answers otherwise than it would. */
  before?: (page: Page) => Promise<unknown>;
  /** From the address to what the scene shows; resolves when it is there. */
  reach: (page: Page, say: Say, stage: Stage) => Promise<unknown>;
}
