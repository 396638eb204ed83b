import { createAuthProvider } from '../../authProvider/index.ts';
import { createSession } from '../../authProvider/session.ts';
import { createFeatures } from '../../dataProvider/features.ts';
import { createDataProvider } from '../../dataProvider/index.ts';
import { createHttp } from '../../dataProvider/transport/http.ts';

/** A `localStorage` of one test. */
export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** The console's own rooms against a back end, as one signed-in browser has them. */
export function consoleAt(host: string, token = '', more: Pick<Parameters<typeof createHttp>[0], 'post'> = {}) {
  const session = createSession(memoryStorage());
  if (token) session.begin(token);
  const features = createFeatures(memoryStorage());
  const http = createHttp({ host, session, features, language: () => 'zh', ...more });
  return {
    session,
    features,
    http,
    provider: createDataProvider(http, features),
    authProvider: createAuthProvider({
      http,
      session,
      features,
      loginPath: '/rTopAdmin/Login',
      logoutPath: '/rTopAdmin/login',
      device: () => 'this-browser',
    }),
  };
}
