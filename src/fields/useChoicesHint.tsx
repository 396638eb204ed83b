import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { FailedLine } from '../ui/states/Failed.tsx';
import { inSentence } from '../utils/format.ts';

interface Choices {
  isForbidden: boolean;
  data?: unknown;
  error?: unknown;
  refetch?: () => void;
}

/** Why nothing can be chosen below a field; undefined if the choices were read. */
export function useChoicesHint(entity: string, { isForbidden, data, error, refetch }: Choices): ReactNode {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  if (isForbidden) return translate('form.mayNotChoose', { name: inSentence(label(entity, 2)) });
  return error && !data && refetch ? <FailedLine error={error} onRetry={refetch} /> : undefined;
}
