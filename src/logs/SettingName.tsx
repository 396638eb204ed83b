import { useQuery } from '@tanstack/react-query';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { sysConfig } from '../../contract/calls/config.ts';
import { systemConfig } from '../../contract/configScreens.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { useMayCall } from '../auth/useMay.ts';
import { http } from '../services/services.ts';

const freshMs = 60_000;

/**
 * Names a setting that `saveConfig` has saved. Settings of the system are in no list of records.
 * @param fallback shown if the administrator may not read the settings, or if the setting is gone
 */
export function SettingName({ id, fallback }: { id: number; fallback: string }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const mayCall = useMayCall();
  const { data } = useQuery({
    queryKey: ['settingNames'],
    queryFn: async ({ signal }) => new Map((await http.call(sysConfig, {}, signal)).map((item) => [item.id, item])),
    enabled: mayCall(sysConfig),
    staleTime: freshMs,
  });
  const { en_name, zh_name, kind } = data?.get(id) ?? {};
  if (!en_name) return fallback;
  const noun = label(kind === 'system' ? systemConfig.name : configItem.name, 1);
  return `${noun} ${translate(`configItems.${en_name}.name`, { _: zh_name || en_name })}`;
}
