import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Database from 'libsql'
import { notedDatabase } from './tested-engine'

/** Changes a database directly, as an intruder would. @param folder of the installation */
export function runSql(folder: string, statement: string): void {
  const file = join(folder, 'membership.db')
  const url = notedDatabase(file)
  if (url !== null) {
    execFileSync('psql', [url, '-q', '-v', 'ON_ERROR_STOP=1', '-c', statement], { stdio: 'pipe' })
    return
  }
  const database = new Database(file)
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}
