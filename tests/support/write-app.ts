import Database from 'libsql'
import { Client } from 'pg'
import type { AppDefinition } from '../../api/features/apps/definition'
import { notedDatabase } from './tested-engine'

/** Replaces the definition of an app, as an owner might by hand; the product cannot do this. */
export async function writeApp(file: string, app: AppDefinition): Promise<void> {
  const values = [JSON.stringify(app), app.id]
  const url = notedDatabase(file)
  if (url === null) {
    const database = new Database(file)
    database.prepare('update apps set definition = ? where id = ?').run(...values)
    database.close()
    return
  }
  const client = new Client(url)
  await client.connect()
  await client.query('update apps set definition = $1 where id = $2', values)
  await client.end()
}
