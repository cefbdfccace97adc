import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { databasesOfFile } from './databases-of-file'
import { sharedPostgres } from './shared-postgres'

/**
 * A new database on the shared server. It is dropped after the last test of the file that created it.
 * @param template name of a database to copy, if any
 */
export async function createTestDatabase(template?: string): Promise<{ name: string; url: string }> {
  const database = await createTemplateDatabase(template)
  databasesOfFile.add(database.name)
  return database
}

/** A new database that stays until the server ends, for all test files of this process. */
export async function createTemplateDatabase(template?: string): Promise<{ name: string; url: string }> {
  const server = await sharedPostgres()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await queryOnce(`${server}/postgres`, `create database ${name}${template ? ` template ${template}` : ''}`)
  return { name, url: `${server}/${name}` }
}

/** All at once: each waits for a checkpoint, and they share it. */
export async function dropDatabasesOfFile(): Promise<void> {
  const server = await sharedPostgres()
  const names = [...databasesOfFile]
  databasesOfFile.clear()
  await Promise.all(
    names.map((name) => queryOnce(`${server}/postgres`, `drop database if exists ${name} with (force)`)),
  )
}

/** Uses its own connection. */
export async function queryOnce(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
