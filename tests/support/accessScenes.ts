import { answer, change, factorIsOn, ownPasskeys, strayRules } from './answers.ts';
import type { Scene } from './scene.ts';
import { button, homeIsThere, openUser, rows } from './steps.ts';

/** The screens of administrators, roles and rules. */
export const accessScenes: Scene[] = [
  {
    name: 'administrators',
    path: '/adminList',
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'administrator',
    path: '/adminList/:admin',
    before: factorIsOn,
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'roles',
    path: '/authGroup',
    isNightly: true,
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'role',
    path: '/authGroup/:role',
    reach: (page) => page.getByRole('checkbox').nth(20).waitFor(),
  },
  {
    name: 'confirm-identity',
    path: '/authGroup/:role',
    reloads: true,
    before: (page) => answer(page, 'base.admin/edit_role', { code: 428, msg: '', data: null }),
    reach: async (page, say) => {
      await page.locator('[data-field=title] input').fill('编辑');
      await button(page, say('form.save')).click();
      await page.getByRole('dialog', { name: say('confirmIdentity.title') }).waitFor();
    },
  },
  {
    name: 'ask-about-right',
    path: '/authGroup/:role',
    reach: async (page, say) => {
      const ask = new RegExp(`^${say('explain.askOf', { name: '@' }).split('@')[0]}`);
      await page.getByRole('dialog').getByRole('button', { name: ask }).click();
      await page.getByRole('combobox', { name: say('explain.right') }).fill('article');
      await page.getByRole('option').first().click();
      await page.getByRole('dialog').getByRole('list').waitFor();
    },
  },
  {
    name: 'who-can',
    path: '/authGroup/:role',
    isNightly: true,
    only: 'wide',
    reach: async (page, say) => {
      const name = say('explain.whoOfRow', { name: say('resources.article.name', { smart_count: 2 }) });
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').getByRole('list').first().waitFor();
    },
  },
  {
    name: 'role-rules',
    path: '/authGroup/:role',
    reach: async (page, say) => {
      await page.getByRole('button', { name: say('roleForm.advanced') }).click();
      for (const at of [0, 1]) {
        await page.locator('[role=treeitem][aria-checked=mixed]').nth(at).focus();
        await page.keyboard.press('ArrowRight');
      }
      await page.locator('[aria-level="2"]').first().waitFor();
    },
  },
  {
    name: 'rules',
    path: '/authRulesGroup',
    before: strayRules,
    reach: async (page) => {
      await rows(page).first().waitFor();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'rule',
    path: '/authRulesGroup/1',
    isNightly: true,
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'passkeys',
    path: '/home',
    before: ownPasskeys,
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await openUser(page, say);
      await page.getByRole('button', { name: say('passkeys.title') }).click();
      await page.getByText('iCloud').waitFor();
    },
  },
  {
    name: 'factor-due',
    path: '/home',
    isNightly: true,
    reloads: true,
    before: (page) => change(page, 'base.admin/getAdminInfo', (me) => ({ ...me, factor_due: '2126-10-16T01:00:00Z' })),
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await page.getByRole('button', { name: say('factor.open') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('totp.title') })
        .waitFor();
    },
  },
  {
    name: 'factor-needed',
    path: '/home',
    reloads: true,
    before: (page) => change(page, 'base.admin/getAdminInfo', (me) => ({ ...me, factor_due: '2026-10-16T01:00:00Z' })),
    reach: (page, say) => page.getByRole('heading', { name: say('factor.title') }).waitFor(),
  },
];
