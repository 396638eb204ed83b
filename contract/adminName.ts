export interface AdminNames {
  username: string;
  /** Empty for who has none; absent where the back end has no nicknames. */
  nickname?: string | null | undefined;
}

/** What an administrator is called: the nickname, or else the user name. */
export const adminName = ({ username, nickname }: AdminNames): string => nickname || username;

/** Both names, where it matters who exactly it is. */
export const fullAdminName = ({ username, nickname }: AdminNames): string =>
  nickname && nickname !== username ? `${nickname} (${username})` : username;
