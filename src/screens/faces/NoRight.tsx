import type { Action } from '../../../authProvider/index.ts';
import type { Resource } from '../../resource.ts';
import { Forbidden } from './Forbidden.tsx';
import { ToList } from './ToList.tsx';

interface Props {
  resource: Resource;
  action: Action;
  onClose: () => void;
}

/** In a panel: the role may not do what it is for. */
export function NoRight({ resource, action, onClose }: Props) {
  return (
    <Forbidden level={3} resource={resource.name} action={action}>
      <ToList onClose={onClose} />
    </Forbidden>
  );
}
