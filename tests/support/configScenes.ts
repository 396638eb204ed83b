import { answer, setSecret } from './answers.ts';
import type { Scene } from './scene.ts';
import { button, rows } from './steps.ts';

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
];
