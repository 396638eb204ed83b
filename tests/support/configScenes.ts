import type { Page } from 'playwright-core';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { answer, change, setSecret } from './answers.ts';
import { pageOf, templates } from './madeUpTemplates.ts';
import type { Scene } from './scene.ts';
import { button, rows } from './steps.ts';

async function showTemplates(page: Page): Promise<void> {
  await answer(page, 'base.Config/tempList', { code: 1, msg: '', data: templates });
  await page.route('**/templates/*/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: pageOf(route.request().url()) }),
  );
}

const ran = '2026-10-16T02:19:55Z';
/** An older one would want attention. */
const lastNight = toIsoSeconds(new Date(Date.now() - 6 * 3600_000));
const calm = {
  version: '0.1.0',
  process: 'web-1~4127',
  disk: { free: 61.4 * 2 ** 30, total: 80 * 2 ** 30 },
  files: { n: 1284, bytes: 3.2 * 2 ** 30 },
  incidents: [],
  slow: [],
  passwords_waiting: 0,
  backup: { is_on: 1, state: 'done', time: lastNight, whole: lastNight },
  database: { kind: 'sqlite', version: '3.50.4', bytes: 41 * 2 ** 20, ms: 1, waiting: 0 },
  jobs: ['imports', 'publish', 'uploads'].map((job, at) => ({ job, ran, ms: at + 1, failed: 0 })),
};
const alarming = {
  backup: { ...calm.backup, state: 'failed', whole: '2026-10-12T19:30:00Z' },
  disk: { free: 3.1 * 2 ** 30, total: 80 * 2 ** 30 },
  jobs: calm.jobs.map((run) => ({ ...run, failed: run.job === 'publish' ? 1 : 0 })),
  incidents: [
    { level: 'error', event: 'database', n: 14, last: '2026-10-16T02:12:40Z' },
    { level: 'error', event: 'publish', n: 3, last: '2026-10-16T02:10:00Z' },
    { level: 'warn', event: 'templates', n: 1, last: '2026-10-16T01:40:10Z' },
  ],
  slow: [
    { message: 'base.content/getContentList took 3120 ms', time: '2026-10-16T02:12:41Z' },
    { message: 'site.content/list took 1287 ms', time: '2026-10-16T02:12:38Z' },
  ],
};

const backup = {
  state: 'done',
  phase: '',
  error: '',
  scheduled: 1,
  username: '',
  host: 'web-1',
  is_here: 1,
  size: 412 * 2 ** 20,
  rows: 184_203,
  files: 3120,
  secrets: 3,
  left_out: 0,
  in_bucket: 0,
};
const backups = {
  is_on: 1,
  zone: 'Asia/Shanghai',
  next: '2026-10-16T19:30:00Z',
  is_due: 0,
  has_passphrase: 1,
  free: 61.4 * 2 ** 30,
  backups: [
    {
      state: 'running',
      phase: 'write',
      size: 208 * 2 ** 20,
      rows: 96_000,
      scheduled: 0,
      username: 'admin',
      is_here: 0,
    },
    { state: 'failed', error: 'disk_room', is_here: 0 },
    { size: 411 * 2 ** 20 },
    { left_out: 3, in_bucket: 214, is_here: 0, host: 'web-2' },
    { scheduled: 0, username: 'editor-in-chief' },
  ].map((each, at) => ({
    ...backup,
    ...each,
    id: 40 - at,
    name: `site-2026101${6 - at}T193000Z-${40 - at}.tar`,
    create_time: `2026-10-1${6 - at}T01:30:00Z`,
    end_time: `2026-10-1${6 - at}T01:34:00Z`,
  })),
};

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
    isNightly: true,
    before: (page) => setSecret(page, 'sms_secret_key'),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('configGroups.sms') }).click();
      await button(page, say('config.send')).waitFor();
    },
  },
  {
    name: 'system-config-refused',
    path: '/systemConfig',
    isNightly: true,
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
    isNightly: true,
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
    isNightly: true,
    reach: (page, say) => page.getByText(say('templates.empty')).waitFor(),
  },
  {
    name: 'column-templates',
    path: '/columnList/:column',
    isNightly: true,
    before: showTemplates,
    reach: async (page, say) => {
      await page.getByLabel(say('resources.column.fields.list_template')).click();
      await page.getByRole('option', { name: '卡片列表' }).waitFor();
    },
  },
  {
    name: 'backups',
    path: '/backup',
    before: (page) => change(page, 'base.Backup/list', () => backups),
    reach: (page, say) => page.getByText(say('backups.states.done')).first().waitFor(),
  },
  {
    name: 'backups-none',
    path: '/backup',
    isNightly: true,
    reach: (page, say) => page.getByText(say('backups.empty')).waitFor(),
  },
  {
    name: 'backup-download',
    path: '/backup',
    before: (page) => change(page, 'base.Backup/list', () => backups),
    reach: async (page, say) => {
      await page.getByText(say('backups.download'), { exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'system-status',
    path: '/systemStatus',
    before: (page) => change(page, 'base.System/status', (status) => ({ ...status, ...calm })),
    reach: (page, say) => page.getByText(say('systemStatus.fine')).waitFor(),
  },
  {
    name: 'system-status-attention',
    path: '/systemStatus',
    isNightly: true,
    before: (page) => change(page, 'base.System/status', (status) => ({ ...status, ...calm, ...alarming })),
    reach: (page, say) => page.getByText(say('systemStatus.attention')).waitFor(),
  },
];
