import { createAuthProvider } from '../authProvider/index.ts';
import { createSession } from '../authProvider/session.ts';
import { createFeatures } from '../dataProvider/features.ts';
import { createHttp } from '../dataProvider/http.ts';
import { createDataProvider } from '../dataProvider/index.ts';

export const basename = '/rTopAdmin';
export const homePath = `${basename}/home`;
const loginPath = `${basename}/Login`;

/** The one of each that the console works with. */
export const session = createSession(localStorage);
export const features = createFeatures(localStorage);
export const http = createHttp({ host: '', session, features, language: () => document.documentElement.lang });
export const dataProvider = createDataProvider(http, features);
export const authProvider = createAuthProvider({ http, session, features, loginPath });
