import { afterAll } from 'vitest'
import { databasesOfFile } from '../support/postgres/databases-of-file'

/** A run creates well over a thousand databases of 13 MB, in memory. */
afterAll(async () => {
  if (databasesOfFile.size === 0) return
  // Loads the client only where it was used.
  const { dropDatabasesOfFile } = await import('../support/postgres/test-database')
  await dropDatabasesOfFile()
})
