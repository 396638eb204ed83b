import { useMemo } from 'react';
import { hostsIn } from '../../contract/frameHosts.ts';
import { useWebInfo } from '../navigation/siteBrand.tsx';

/** Hosts of embedded pages beside the contract's. Another back end has none. */
export function useConfiguredHosts(): readonly string[] {
  const { web_frame_hosts: typed } = useWebInfo();
  return useMemo(() => hostsIn(typed ?? ''), [typed]);
}
