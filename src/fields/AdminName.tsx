interface Props {
  username: string;
  /** Empty for who has none; absent where the back end has no nicknames. */
  nickname?: string | null;
}

/** What an administrator is called: the nickname, or else the user name. */
export const adminName = ({ username, nickname }: Props): string => nickname || username;

/** Both names, where it matters who exactly it is. */
export const fullAdminName = ({ username, nickname }: Props): string =>
  nickname && nickname !== username ? `${nickname} (${username})` : username;

/** The nickname, or else the user name, with the user name on hover. */
export const AdminName = ({ username, nickname }: Props) => (
  <span title={nickname ? username : undefined}>{adminName({ username, nickname: nickname ?? '' })}</span>
);
