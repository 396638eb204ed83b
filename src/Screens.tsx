import { Navigate, Route, Routes } from 'react-router-dom';
import { agreement } from '../contract/agreement.ts';
import { later } from './later.tsx';
import { ToModel } from './layout/ToModel.tsx';
import { resources } from './resources/index.ts';
import { EntityScreen } from './screens/EntityScreen.tsx';
import { NotFound } from './screens/faces/NotFound.tsx';
import { features, homePath } from './services.ts';

const RecyclePage = later(() => import('./recycle/RecyclePage.tsx').then((module) => module.RecyclePage));

export { ToLastPlace } from './layout/ToLastPlace.tsx';

const AgreementPage = later(() => import('./pages/agreement/AgreementPage.tsx').then((module) => module.AgreementPage));

/** Every route of an entity, that of the agreement, and those that lead to one (console.md section 2); any other leads home. */
export function Screens() {
  return (
    <Routes>
      <Route path="/content" element={<ToModel />} />
      <Route path={agreement.screen} element={<AgreementPage />} />
      {features.has('recycle') && <Route path="/recycle" element={<RecyclePage />} />}
      <Route path="/404-In" element={<NotFound />} />
      {resources.map((resource) => (
        <Route key={resource.name} path={`${resource.path}/*`} element={<EntityScreen resource={resource} />} />
      ))}
      <Route path="*" element={<Navigate to={homePath} replace />} />
    </Routes>
  );
}
