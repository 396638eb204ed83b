import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { giversOf } from './giversOf.ts';

/** Below the name of a right that one lacks: who can give it. */
export function Givers({ rule }: { rule: string }) {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['whoCanGrant', rule],
    queryFn: () => giversOf(rule, translate),
    retry: false,
  });
  return data ? <div>{data}</div> : null;
}
