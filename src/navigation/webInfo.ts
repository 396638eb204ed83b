import type { Returned } from '../../contract/call.ts';
import { sysConfig } from '../../contract/calls/config.ts';
import { webInfo } from '../../contract/calls/console.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { callIfThere } from '../services/callIfThere.ts';
import { session } from '../services/services.ts';

type WebInfo = Returned<typeof webInfo>;

export const webInfoKey = ['webInfo'];
export const emptyWebInfo: WebInfo = { web_title: '', web_logo: '', web_frame_hosts: '' };

/** Title and logo of the site; without the call for them those of the configuration, which is for whoever is signed in. */
export async function readWebInfo(signal?: AbortSignal): Promise<WebInfo> {
  const info = await callIfThere(webInfo, signal);
  if (info) return info;
  if (!session.token()) throw new CallFailure('missing', '', 200);
  const items = (await callIfThere(sysConfig, signal)) ?? [];
  const item = (name: string) => String(items.find(({ en_name }) => en_name === name)?.value ?? '');
  return { ...emptyWebInfo, web_title: item('web_title'), web_logo: item('web_logo') };
}
