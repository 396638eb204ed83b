import type { Page } from 'playwright-core';
import { answer, setSecret } from './answers.ts';
import { pageOf, templates } from './madeUpTemplates.ts';
import type { Scene } from './scene.ts';
import { button, rows } from './steps.ts';

async function showTemplates(page: Page): Promise<void> {
  await answer(page, 'base.Config/tempList', { code: 1, msg: '', data: templates });
  await page.route('**/templates/*/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: pageOf(route.request().url()) }),
  );
}

/** The screens of the configuration. */
export const configScenes: Scene[] = [
  {
    name: 'system-config',
    path: '/systemConfig',
    reach: (page) => page.locator('[name=web_title]').waitFor(),
  },
  {
    name: 'system-config-secrets',
    path: '/systemConfig',
    before: (page) => setSecret(page, 'sms_secret_key'),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('configGroups.sms') }).click();
      await button(page, say('config.send')).waitFor();
    },
  },
  {
    name: 'system-config-refused',
    path: '/systemConfig',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('configGroups.upload') }).click();
      await page.locator('[name=upload_max_size]').fill('0');
      await button(page, say('form.save')).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'auto-config',
    path: '/autoConfig',
    reach: (page) => page.locator('[name=hotline]').waitFor(),
  },
  {
    name: 'auto-config-empty',
    path: '/autoConfig',
    before: (page) => answer(page, 'base.Config/autoGroup', { code: 1, msg: '', data: [] }),
    reach: (page, say) => page.getByText(say('config.noGroup')).waitFor(),
  },
  {
    name: 'expand-config',
    path: '/expandConfig',
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'expand-config-item',
    path: '/expandConfig/create',
    reach: async (page, say) => {
      await page.getByLabel(say('resources.config_item.fields.type')).click();
      await page.getByRole('option', { name: say('resources.config_item.choices.type.choice') }).click();
      await page.locator('[name=options]').waitFor();
    },
  },
  {
    name: 'templates',
    path: '/tempIndex',
    before: showTemplates,
    reach: (page, say) => button(page, say('templates.useNamed', { name: '卡片列表' })).waitFor(),
  },
  {
    name: 'templates-empty',
    path: '/tempIndex',
    reach: (page, say) => page.getByText(say('templates.empty')).waitFor(),
  },
  {
    name: 'column-templates',
    path: '/columnList/:column',
    before: showTemplates,
    reach: async (page, say) => {
      await page.getByLabel(say('resources.column.fields.list_template')).click();
      await page.getByRole('option', { name: '卡片列表' }).waitFor();
    },
  },
];
