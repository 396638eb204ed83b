import { useTranslate } from 'ra-core';
import type { richTextZh } from '../../i18n/zh/richText.ts';

export type LabelKey = keyof typeof richTextZh;

export function useLabel(): (key: LabelKey, options?: Record<string, unknown>) => string {
  const translate = useTranslate();
  return (key, options) => translate(`richText.${key}`, options);
}
