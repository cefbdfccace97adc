import Database from 'libsql'
import * as v from 'valibot'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownSchema } from '../../../../api/database/migrate'
import { BackupError, keepNewest, makeBackup, verifyBackup } from '../../../../api/operations/backup'
import { restoreBackup } from '../../../../api/operations/restore'
import type { RestoreOptions } from '../../../../api/operations/restore'
import { openDatabase, openPostgres } from '../../../../api/database/open-database'
import { openTables } from '../../../../api/database/open-tables'
import { openFolder } from '../../../../api/features/files/open-storage'
import { findMemberById } from '../../../../api/features/members/repository'
import { createSecrets } from '../../../../api/lib/ids'
import { queryOnce } from '../../../support/postgres/test-database'
import { tempFolder } from '../../../support/temp-folder'
import { engines } from '../empty-database'
import { emptyInstallation, keyFile, makeInstallation } from '../first-released-installation'
import type { Installation } from '../first-released-installation'
import { expectedRows, readFirstReleased } from '../first-released-rows'

const NOBODY = 65_534

const noon = Date.UTC(2026, 10, 22, 12)
const services = { secrets: createSecrets(), clock: { now: () => noon } }
const both = engines.flatMap((from) => engines.map((to) => [from, to] as const))
const storageOf = ({ dataDir }: Pick<Installation, 'dataDir'>) => openFolder(dataDir, 'DATA_DIR')

const backUp = async (installation: Installation, to: string, now = new Date(noon)) =>
  makeBackup({ installation, storage: storageOf(installation), to, now, version: '1.2.3' })
const restore = async (installation: Installation, from: string, how: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    installation,
    storage: storageOf(installation),
    services,
    from,
    replace: false,
    withWitness: false,
    version: '1.2.3',
    ...how,
  })

describe.each(both)('from %s into %s', (from, to) => {
  test('every row comes back, and the keys are where this installation keeps keys', async () => {
    const { folder, manifest } = await backUp(await makeInstallation(from), tempFolder())
    expect(manifest).toMatchObject({
      engine: from,
      schema: knownSchema(),
      program: '1.2.3',
      takenAt: expect.any(String),
    })
    const target = await emptyInstallation(to)
    await restore(target, folder)

    const { signing_keys: keys, audit_log: audit, ...others } = await read(target)
    const { signing_keys: keysBefore, audit_log: auditBefore, ...same } = expectedRows
    expect(others).toEqual(same)
    expect(audit).toEqual(expect.arrayContaining(auditBefore ?? []))
    expect(audit?.filter((row) => JSON.stringify(row).includes('database.restore'))).toHaveLength(4)
    const expected = from === 'SQLite' ? publicKeys(keyFile) : publicKeys(keysBefore)
    const file = join(target.dataDir, 'keys/signing-keys.json')
    expect(to === 'SQLite' ? publicKeys(readJson(file)) : publicKeys(keys)).toEqual(expected)
    if (to === 'SQLite') expect([keys, statSync(file).mode & 0o077]).toEqual([[], 0])
    await open(target)
  })
})

describe.each(engines)('%s', (engine) => {
  test('an installation that holds members is left alone, unless they may go: then they are backed up first', async () => {
    const { folder } = await backUp(await makeInstallation(engine), tempFolder())
    const target = await makeInstallation(engine)
    await change(target, "delete from members where id <> 'mem_sb_odd'")
    await expect(restore(target, folder)).rejects.toThrow(
      'This installation holds 1 member. Use --replace to back them up',
    )
    expect((await read(target))['members']).toHaveLength(1)

    const { keptIn } = await restore(target, folder, { replace: true })
    expect((await read(target))['members']).toEqual(expectedRows['members'])
    expect((await verifyBackup(keptIn ?? '')).manifest.rows['members']).toBe(1)
  })

  test('a database that a server has open is left alone', async () => {
    const { folder } = await backUp(await makeInstallation(engine), tempFolder())
    const target = await makeInstallation(engine)
    const { databaseUrl, dataDir } = target
    const server = await (databaseUrl === null
      ? openDatabase({ file: join(dataDir, 'membership.db') })
      : openPostgres({ url: databaseUrl }))
    await expect(restore(target, folder, { replace: true })).rejects.toThrow('A server is using this database.')
    await server.close()
  })

  test('a backup holds nothing that others may read, and leaves no trace when it fails', async () => {
    const installation = await makeInstallation(engine)
    const to = join(tempFolder(), 'new', 'folder')
    const { folder } = await backUp(installation, to)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)).toEqual([])
    const storage = storageOf(installation)
    storage.uploads.size = () => Promise.reject(new Error('the storage is away'))
    const now = new Date(noon + 5_000)
    await expect(makeBackup({ installation, storage, to, now, version: '1' })).rejects.toThrow('away')
    expect(readdirSync(to)).toEqual(['membership-20261122T120000Z'])
  })
})

describe('a backup', () => {
  test.each([
    [
      'a file that was changed',
      'database.db',
      (file: string) => writeFileSync(file, 'x', { flag: 'a' }),
      /differs from its checksum/u,
    ],
    ['a file that is gone', 'keys/signing-keys.json', (file: string) => rmSync(file), /signing-keys\.json is missing/u],
    [
      'a list that was changed',
      'SHA256SUMS',
      (file: string) => writeFileSync(file, ''),
      /^SHA256SUMS differs from its checksum/u,
    ],
    ['no manifest', 'manifest.json', (file: string) => rmSync(file), /is not a backup or is unfinished/u],
    ['half a manifest', 'manifest.json', (file: string) => writeFileSync(file, '{"format":1'), /cannot be read/u],
  ])('with %s is refused before anything is touched', async (_, name, damage, message) => {
    const { folder } = await backUp(await makeInstallation('SQLite'), tempFolder())
    await verifyBackup(folder)
    damage(join(folder, name))
    const target = await emptyInstallation('SQLite')
    await expect(restore(target, folder)).rejects.toThrow(BackupError)
    await expect(restore(target, folder)).rejects.toThrow(message)
    expect(readdirSync(target.dataDir).filter((one) => one !== 'files' && one !== 'work-samples')).toEqual([])
  })

  test('has the files that the database names, and says which of them the installation has lost or damaged', async () => {
    const installation = await makeInstallation('SQLite')
    const [picture, work, other] = [
      '0f749a7e07e13c389d93eead6741fa2a.webp',
      'e513296a82af17193abc2972fb5c45c3.pdf',
      'f'.repeat(32),
    ]
    const storage = storageOf(installation)
    await storage.files.put(picture, new TextEncoder().encode('a picture'))
    await storage.files.put(`${other}.webp`, new TextEncoder().encode('nobody has it'))
    const lost = await backUp(installation, tempFolder())
    await storage.uploads.write(work, 0, new Uint8Array(6_000))
    const damaged = await backUp(installation, tempFolder())
    for (const { folder, manifest } of [lost, damaged]) {
      expect(manifest.missing).toEqual([`work-samples/${work}`])
      expect(readdirSync(join(folder, 'files'))).toEqual([picture])
    }
    const target = await emptyInstallation('SQLite')
    expect((await restore(target, lost.folder)).files).toBe(1)
    expect(readFileSync(join(target.dataDir, 'files', picture), 'utf8')).toBe('a picture')
  })

  test.each([
    ['its folder', '', /membership-\w+ cannot be read by this user\. The backup was not checked/u],
    ['a part of it', 'keys', / keys\/signing-keys\.json cannot be read by this user\. The backup was not checked/u],
  ])('that this user may not read, %s, is not said to be none', async (_, part, message) => {
    const { folder } = await backUp(await makeInstallation('SQLite'), tempFolder())
    const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
    for (const name of ['..', ...names]) chmodSync(join(folder, name), 0o755)
    chmodSync(join(folder, part), 0)
    // Root can read everything.
    if (process.geteuid?.() === 0) process.seteuid?.(NOBODY)
    const error: unknown = await verifyBackup(folder).catch((refused: unknown) => refused)
    process.seteuid?.(process.getuid?.() ?? 0)
    chmodSync(join(folder, part), 0o700)
    expect(error).toBeInstanceOf(BackupError)
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toMatch(/not a backup|unfinished|missing/u)
  })

  test('that is not there is not called an unfinished one', async () => {
    const from = join(tempFolder(), 'membership-20261122T120000Z')
    await expect(verifyBackup(from)).rejects.toThrow(`The folder ${from} does not exist.`)
  })

  test('of a newer version is refused', async () => {
    const installation = await makeInstallation('SQLite')
    const { folder } = await backUp(installation, tempFolder())
    const file = join(folder, 'manifest.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"schema": ${knownSchema()}`, '"schema": 999'))
    await expect(restore(await emptyInstallation('SQLite'), folder)).rejects.toThrow('The database has schema 999')
  })

  test('is valid only when finished; the newest finished backups are kept', async () => {
    const installation = await makeInstallation('SQLite')
    const to = tempFolder()
    for (const second of [1, 2, 3]) await backUp(installation, to, new Date(noon + second * 1000))
    for (const name of ['membership-20261122T120009Z.part', 'photos']) mkdirSync(join(to, name))
    expect(await keepNewest(to, 2)).toEqual(['membership-20261122T120001Z'])
    expect(readdirSync(to).toSorted()).toEqual([
      'membership-20261122T120002Z',
      'membership-20261122T120003Z',
      'membership-20261122T120009Z.part',
      'photos',
    ])
    await expect(verifyBackup(join(to, 'membership-20261122T120009Z.part'))).rejects.toThrow('unfinished')
  })

  test('brings the witness along only when asked to, and never over one that is there', async () => {
    const installation = await makeInstallation('SQLite')
    mkdirSync(join(installation.dataDir, 'witness/memory'), { recursive: true })
    for (const name of ['key.json', 'memory/000000000002.json'])
      writeFileSync(join(installation.dataDir, 'witness', name), `{"${name}":1}`)
    const { folder } = await backUp(installation, tempFolder())
    const [without, along] = [await emptyInstallation('SQLite'), await emptyInstallation('SQLite')]
    await restore(without, folder)
    await restore(along, folder, { withWitness: true })
    expect(existsSync(join(without.dataDir, 'witness'))).toBe(false)
    expect(readdirSync(join(along.dataDir, 'witness/memory'))).toEqual(['000000000002.json'])
    await expect(restore(along, folder, { withWitness: true, replace: true })).rejects.toThrow(
      'A witness already exists in',
    )
  })

  test('leaves newer keys of the machine where they are, and puts others aside', async () => {
    const { folder } = await backUp(await makeInstallation('SQLite'), tempFolder())
    const target = await emptyInstallation('SQLite')
    const file = join(target.dataDir, 'keys/signing-keys.json')
    mkdirSync(join(target.dataDir, 'keys'))
    const newer = [...keyFile, { ...keyFile[0], publicKey: 'R'.repeat(43) }]
    writeFileSync(file, JSON.stringify(newer))
    expect((await restore(target, folder)).keys).toBe('newer file kept')
    expect(readJson(file)).toEqual(newer)
    writeFileSync(file, JSON.stringify(newer.slice(2)))
    expect((await restore(target, folder, { replace: true })).keys).toBe('file')
    expect(readJson(file)).toEqual(keyFile)
    expect(readJson(`${file}.before-20261122T120000Z`)).toEqual(newer.slice(2))
  })
})

async function read(place: Pick<Installation, 'dataDir' | 'databaseUrl'>): Promise<Record<string, unknown[]>> {
  const tables = openTables(place)
  try {
    return await readFirstReleased(tables)
  } finally {
    await tables.close()
  }
}

/** Starts a server on it. */
async function open({ dataDir, databaseUrl }: Installation): Promise<void> {
  const store = await (databaseUrl === null
    ? openDatabase({ file: join(dataDir, 'membership.db') })
    : openPostgres({ url: databaseUrl }))
  expect(await findMemberById(store, 'mem_sb_odd')).toMatchObject({ email: 'odd@example.com' })
  await store.close()
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
/** From a file's content or from rows. */
const publicKeys = (keys: unknown): string[] =>
  v
    .parse(v.array(v.union([v.object({ publicKey: v.string() }), v.looseTuple([v.string(), v.string()])])), keys)
    .map((key) => (Array.isArray(key) ? key[1] : key.publicKey))
    .toSorted()

async function change({ dataDir, databaseUrl }: Installation, statement: string): Promise<void> {
  if (databaseUrl === null) {
    const database = new Database(join(dataDir, 'membership.db'))
    database.pragma('foreign_keys = ON')
    database.exec(statement)
    database.close()
  } else {
    await queryOnce(databaseUrl, statement)
  }
}

test('backups of one second lie beside each other, and sort in the order in which they were made', async () => {
  const [installation, to] = [await makeInstallation('SQLite'), tempFolder()]
  const made = [await backUp(installation, to), await backUp(installation, to), await backUp(installation, to)]
  expect(readdirSync(to).toSorted()).toEqual(made.map(({ folder }) => basename(folder)))
  expect(readdirSync(to)).toHaveLength(3)
})
