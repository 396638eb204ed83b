import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { webData } from '../../contract/calls/console.ts';
import { homeScreen } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { lastPlace } from '../navigation/history.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { resources } from '../resources/index.ts';
import { http } from '../services/services.ts';

/** `/content`: the content model that was last chosen, else the first that the back end has. */
export function ToModel() {
  const identity = useIdentity();
  const { data, isPending } = useQuery({
    queryKey: ['webData'],
    queryFn: ({ signal }) => http.call(webData, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!identity || isPending) return null;
  const had = data?.models?.map(({ model }) => model);
  const models = resources.filter(({ entity }) => entity.model && (!had?.length || had.includes(entity.model)));
  const last = lastPlace(identity.id)?.model?.model;
  const { path } = models.find(({ entity }) => entity.model === last) ?? models[0] ?? { path: homeScreen };
  return <Navigate to={linkOf(path)} replace />;
}
