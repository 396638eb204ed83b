import { type AdminNames, adminName } from '../../contract/adminName.ts';

/** The nickname, or else the user name, with the user name on hover. */
export const AdminName = ({ username, nickname }: AdminNames) => (
  <span title={nickname ? username : undefined}>{adminName({ username, nickname })}</span>
);
