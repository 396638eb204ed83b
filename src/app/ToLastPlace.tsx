import { Navigate } from 'react-router-dom';
import { useIdentity } from '../auth/useMay.ts';
import { lastPlace, lastScreen } from '../navigation/history.ts';
import { useMenu } from '../navigation/useMenu.ts';
import { linkOf, trailTo } from '../navigation/useMenuPlace.ts';
import { homePath } from '../services/services.ts';

/** `/` and `/Layout`: the screen where this administrator was last, as far as the role still has it, else home. */
export function ToLastPlace() {
  const identity = useIdentity();
  const entries = useMenu();
  if (!identity || entries.length === 0) return null;
  const place = lastPlace(identity.id);
  const isSeen = place && trailTo(entries, lastScreen(identity.id)).length > 0;
  return <Navigate to={isSeen ? linkOf(place.path) : homePath} replace />;
}
