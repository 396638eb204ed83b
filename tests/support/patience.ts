/** How long in ms what is polled for may take. Machines are shared: one has stood still for half a minute, and how fast it is proves nothing. */
export const patience = 30_000;
