import type { Session } from '../authProvider/session.ts';
import type { Features } from '../dataProvider/features.ts';
import type { ConsoleProvider } from '../dataProvider/index.ts';
import type { Http } from '../dataProvider/transport/http.ts';
import type { Lines } from './lines.ts';

/** What the parts of a check share. */
export interface Checked {
  http: Http;
  provider: ConsoleProvider;
  features: Features;
  lines: Lines;
  /** A client of its own, for another session. */
  signedIn(): { http: Http; session: Session };
  /** Set while what was made is removed, which nothing stops. */
  isCleaning: boolean;
}
