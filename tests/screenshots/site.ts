import { execFileSync } from 'node:child_process';
import { calls } from '../../contract/index.ts';
import { encode, formType } from '../../dataProvider/transport/form.ts';
import { openDatabase } from '../../server/database/index.ts';
import { folder, password, root, signIn, start } from '../bench/servers.ts';
import { needsRealSite, realSite, realSiteDb } from '../support/realSite.ts';
import { type Stage, stageOf } from '../support/stage.ts';
import { fillVisits } from '../support/visits.ts';

/** The moment that all pictures show, so that none of them tells when it was taken. */
export const moment = new Date('2026-10-16T10:20:00+08:00');
export const timeZone = 'Asia/Shanghai';
const begun = moment.getTime() - 25 * 60_000;

/** Code that runs before a Node program and makes its clock begin at `begun`. */
const clock = `const Real = Date, ahead = ${begun} - Real.now();
globalThis.Date = class Date extends Real {
  constructor(...given) { given.length ? super(...given) : super(Real.now() + ahead); }
  static now() { return Real.now() + ahead; }
};`;
const preload = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`];

interface Site {
  url: string;
  token: string;
  stage: Stage;
}

/** Starts a server with the imported real site, visits, and an administrator who has done a few things. */
export async function startSite(): Promise<Site> {
  if (needsRealSite.skip) throw new Error(`The pictures show a real site, and ${realSiteDb} is not there.`);
  const dataDir = folder('screens');
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', ADMIN_PASSWORD: password, SAMPLE_SITE: '0', TZ: timeZone };
  const { url } = await start(() => [...preload, 'server/main.ts'], '/rTopAdmin/', { env });
  const bring = [...preload, 'server/commands/import.ts', 'pbootcms', realSiteDb, '--files', realSite];
  execFileSync(process.execPath, bring, { cwd: root, env: { ...process.env, ...env } });
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await fillVisits(database, begun);
  await database.close();
  const token = await signIn(url);
  const data = <T>(path: string, params?: Record<string, unknown>) => called<T>(url, token, path, params);
  const stage = await stageOf({ data });
  await work(data, stage);
  return { url, token, stage };
}

type Data = <T>(path: string, params?: Record<string, unknown>) => Promise<T>;

/** Does what the home screen then shows as the last operations. */
async function work(data: Data, { article, column }: Stage): Promise<void> {
  await data('base.content/editArticle', { id: article, is_top: 1 });
  await data('base.content/addArticle', { col_id: column, title: '秋季产品发布会筹备记录', status: 0 });
  await data('base.base/editColumn', { id: column, description: '公司新闻与公告' });
}

async function called<T>(url: string, token: string, path: string, params: Record<string, unknown> = {}): Promise<T> {
  const call = calls.get(path)?.call;
  if (!call) throw new Error(`There is no call ${path}`);
  const isRead = call.verb === 'GET';
  const sent = encode(call, params);
  const response = await fetch(`${url}/api/${path}${isRead ? `?${sent}` : ''}`, {
    method: call.verb,
    headers: { authorization: token, ...(!isRead && { 'content-type': formType }) },
    ...(!isRead && { body: sent }),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return data;
}
