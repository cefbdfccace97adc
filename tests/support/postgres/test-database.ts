import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { sharedPostgres } from './shared-postgres'

/**
 * A new database on the shared server.
 * @param template name of a database to copy, if any
 */
export async function createTestDatabase(template?: string): Promise<{ name: string; url: string }> {
  const server = await sharedPostgres()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await queryOnce(`${server}/postgres`, `create database ${name}${template ? ` template ${template}` : ''}`)
  return { name, url: `${server}/${name}` }
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
