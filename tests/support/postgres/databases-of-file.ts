/** Names of the PostgreSQL databases that the running test file has created. */
export const databasesOfFile = new Set<string>()
