import { useGetIdentity } from 'ra-core';
import type { Identity } from '../../authProvider/index.ts';

export function useIdentity(): Identity | undefined {
  return useGetIdentity().identity as Identity | undefined;
}
