import { Navigate } from 'react-router-dom';
import { homeScreen } from '../../contract/paths.ts';
import { resources } from '../resources/index.ts';
import { lastPlace } from './history.ts';
import { useIdentity } from './useMenu.ts';
import { linkOf } from './useMenuPlace.ts';

/** `/content`: the content model that was last chosen, else the first. */
export function ToModel() {
  const identity = useIdentity();
  if (!identity) return null;
  const models = resources.filter(({ entity }) => entity.model);
  const last = lastPlace(identity.id)?.model?.model;
  const { path } = models.find(({ entity }) => entity.model === last) ?? models[0] ?? { path: homeScreen };
  return <Navigate to={linkOf(path)} replace />;
}
