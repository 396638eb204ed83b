/**
 * Changes no table. From here on indexes call a function that older programs do not give to SQLite: they could write no record,
 * and refuse to start instead.
 */
export async function up(): Promise<void> {}
