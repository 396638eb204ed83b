import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** Translates a message of the console into the language in which it is shown. */
export type Say = (key: string, options?: Record<string, unknown>) => string;

/** A screen, or a state of it that looks different, and how one comes to it. */
export interface Scene {
  name: string;
  /** The address below the router's base. */
  path: string;
  /** Whether nobody is signed in. */
  isOut?: true;
  /** Its page can show no other scene afterwards, even if it is loaded again. */
  isLast?: true;
  /**
   * The page is loaded before and after the scene, because it shows what the console reads once a load, or leaves
   * something in its memory.
   */
  reloads?: true;
  /**
   * axe looks at the scene only in the nightly run (`A11Y=all`), because its controls, or others of their kind, are in
   * another scene too.
   */
  isNightly?: true;
  /** The scene is there only on a phone, or only on a wider screen. */
  only?: 'narrow' | 'wide';
  /** Changes what the back end answers, before the page goes to the address. */
  before?: (page: Page) => Promise<unknown>;
  /** Goes on from the address to what the scene shows, and resolves when that is there. */
  reach: (page: Page, say: Say, stage: Stage) => Promise<unknown>;
}
