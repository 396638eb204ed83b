/**
 * Changes no table. From here on search indexes call functions that older programs do not give to SQLite (the searched texts of
 * items, words without their width): they could write no record, and refuse to start instead.
 */
export async function up(): Promise<void> {}
