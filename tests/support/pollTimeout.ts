/** How long a poll may take. A shared machine has stood still for half a minute, and a test does not prove how fast a machine is. */
export const pollTimeoutMs = 60_000;
