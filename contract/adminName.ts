export interface AdminNames {
  username: string;
  /** Empty if the administrator has none; absent if the back end has no nicknames. */
  nickname?: string | null | undefined;
}

/** Returns the nickname, or the user name if there is none. */
export const adminName = ({ username, nickname }: AdminNames): string => nickname || username;

/** Returns both names, for places where it matters exactly who is meant. */
export const fullAdminName = ({ username, nickname }: AdminNames): string =>
  nickname && nickname !== username ? `${nickname} (${username})` : username;
