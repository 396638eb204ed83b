import { type Action, ruleOfAction } from '../../../authProvider/index.ts';
import type { FaceProps } from './Face.tsx';
import { LacksRule } from './LacksRule.tsx';
import { useRights } from './useRights.ts';

interface Props extends Pick<FaceProps, 'level' | 'children'> {
  resource: string;
  action: Action;
}

/** What the role may not do with the records of a resource. */
export function Forbidden({ resource, action, ...face }: Props) {
  const right = useRights()(resource, action);
  return <LacksRule right={right} rule={ruleOfAction(action, resource)} {...face} />;
}
