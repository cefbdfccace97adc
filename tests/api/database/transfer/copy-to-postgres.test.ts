import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../api/lib/clock'
import { DatabaseRefusal } from '../../../../api/database/errors'
import { openTables } from '../../../../api/database/open-tables'
import { copyToPostgres } from '../../../../api/operations/copy-to-postgres'
import { createSecrets } from '../../../../api/lib/ids'
import { hasPostgres } from '../../../support/postgres/find-postgres'
import { createTestDatabase, queryOnce } from '../../../support/postgres/test-database'
import { keyFile, makeInstallation } from '../first-released-installation'
import { expectedRows, readFirstReleased } from '../first-released-rows'

const services = { secrets: createSecrets(), clock: systemClock }

describe.runIf(hasPostgres)('an SQLite installation', () => {
  test('is in PostgreSQL afterwards, odd values and all, with its keys, and is itself as it was', async () => {
    const installation = await makeInstallation('SQLite')
    const { url } = await createTestDatabase()
    const before = readdirSync(installation.dataDir)
    const { rows, isBehind, keys } = await copyToPostgres({ installation, services, url })
    expect([isBehind, keys]).toEqual([false, 'encrypted'])
    expect(rows['members']).toBe(expectedRows['members']?.length)

    const { signing_keys: _, audit_log: audit, ...others } = await read(url)
    const { signing_keys: _file, audit_log: auditBefore, ...same } = expectedRows
    expect(others).toEqual(same)
    expect(audit).toEqual(expect.arrayContaining(auditBefore ?? []))
    expect(await queryOnce(url, 'select public_key, seed from signing_keys order by 1')).toEqual(
      keyFile.map(({ publicKey, seed }) => ({ public_key: publicKey, seed })),
    )
    expect(
      await queryOnce(url, "select app_id, mode from audit_log where act = 'database.copy' order by 1, 2"),
    ).toEqual(['app_demo', 'app_trusttag'].flatMap((app) => ['live', 'test'].map((mode) => ({ app_id: app, mode }))))
    expect(readdirSync(installation.dataDir)).toEqual(before)
  })

  test('is not copied over rows, and those stay', async () => {
    const installation = await makeInstallation('SQLite')
    const { url } = await createTestDatabase()
    await queryOnce(url, "create table members (id text); insert into members values ('theirs')")
    const copying = copyToPostgres({ installation, services, url })
    await expect(copying).rejects.toThrow('The PostgreSQL database already has rows in members. Use an empty database.')
    expect(await queryOnce(url, 'select * from members')).toEqual([{ id: 'theirs' }])
    expect(await queryOnce(url, "select tablename from pg_tables where schemaname = 'public'")).toHaveLength(1)
  })

  test('is copied whole or not at all', async () => {
    const installation = await makeInstallation('SQLite')
    const { url } = await createTestDatabase()
    const file = new Database(join(installation.dataDir, 'membership.db'))
    // Too large for the column's type in PostgreSQL.
    file.exec('update codes set tries_left = 3000000000 where id = (select min(id) from codes)')
    file.close()
    await expect(copyToPostgres({ installation, services, url })).rejects.toThrow('out of range')
    expect(await queryOnce(url, 'select count(*)::int as rows from apps')).toEqual([{ rows: 0 }])
    expect(readdirSync(installation.dataDir).filter((name) => name.startsWith('.staged'))).toEqual([])
  })

  test('is reported as newer than its copy after writes of a server', async () => {
    const installation = await makeInstallation('SQLite')
    const { url } = await createTestDatabase()
    const server = new Database(join(installation.dataDir, 'membership.db'))
    const copying = copyToPostgres({ installation, services, url })
    server.exec("update apps set definition = definition || ' '")
    expect((await copying).isBehind).toBe(true)
    server.close()
  })

  test('is refused with DATABASE_URL set', async () => {
    const { url } = await createTestDatabase()
    const installation = { ...(await makeInstallation('SQLite')), databaseUrl: url }
    await expect(copyToPostgres({ installation, services, url })).rejects.toThrow(DatabaseRefusal)
  })
})

async function read(databaseUrl: string): Promise<Record<string, unknown[]>> {
  const tables = openTables({ dataDir: '', databaseUrl })
  try {
    return await readFirstReleased(tables)
  } finally {
    await tables.close()
  }
}
