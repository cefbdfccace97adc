import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFileKeys } from '../../../../api/features/credentials/keys'
import { createIssuer } from '../../../../api/features/credentials/issuer'
import { appendEntry } from '../../../../api/features/transparency-log/tree'
import { backfillStatusLists, revocationEntry, revokeCredentials } from '../../../../api/features/credentials/issue'
import { loggedStatusList, newestVersions, toBits } from '../../../../api/features/credentials/status-list'
import { decodeBits } from '../../../../contract/credential/check-status'
import { logEntry } from '../../../../contract/credential/log-entry'
import { openDatabaseWithApps } from '../../../support/database-with-apps'
import { runSql } from '../../../support/run-sql'
import { tempFolder } from '../../../support/temp-folder'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const going = () => false

/** An installation of an older release: a log without status entries, and revocations in a column. */
async function openOlder() {
  const folder = tempFolder()
  const store = await openDatabaseWithApps({ file: join(folder, 'membership.db') })
  onTestFinished(() => store.close())
  const keys = createFileKeys(join(folder, 'keys'))
  const issuer = await createIssuer({ origin: 'https://trusttag.example', keys, now: () => NOW })
  const alarms: unknown[] = []
  const services = {
    store,
    issuer,
    clock: { now: () => NOW },
    logGrew: () => {},
    proofAlarm: (alarm: unknown) => void alarms.push(alarm),
  }
  const credentialOf = (number: number) => ({
    tagId: `TT-EL2026${String(number).padStart(9, '0')}`,
    mode: 'live' as const,
    memberId: null,
    credential: '{}',
    salt: `salt${number}`,
    digest: String(number).padStart(64, '0'),
    logIndex: number,
    leafHash: '00',
    statusList: number < 50 ? 1 : 2,
    statusIndex: number * 7,
  })
  const issue = (number: number) =>
    store.transaction(async (repositories) => {
      const row = credentialOf(number)
      await repositories.statusPlaces.take('live', { list: row.statusList, index: row.statusIndex })
      await appendEntry(repositories, services, 'live', logEntry('issue', row.digest))
      await repositories.credentials.insert(row)
    })
  const revoke = (number: number) =>
    store.transaction((repositories) =>
      appendEntry(repositories, services, 'live', revocationEntry(credentialOf(number))),
    )
  for (const number of [1, 2, 3, 4, 51, 52]) await issue(number)
  for (const number of [2, 4, 51]) await revoke(number)
  const sql = (statement: string) => runSql(folder, statement)
  // Only the column has the bit of credential 4, whose account was erased. The column of 2 was nulled.
  sql('update status_places set revoked_at = 1 where position in (28, 357)')
  await store.credentials.delete(credentialOf(4).tagId)
  const bitsOf = async (list: number) => {
    const served = await loggedStatusList(services, 'live', list)
    const subject = served?.statusListCredential.credentialSubject
    return decodeBits(JSON.parse(JSON.stringify(subject)).encodedList)
  }
  return { store, services, alarms, issue, credentialOf, bitsOf }
}

describe('status lists of an older release', () => {
  it('are logged with every bit of a revoke entry, even if the column was nulled', async () => {
    const { services, store, alarms, bitsOf } = await openOlder()
    await expect(loggedStatusList(services, 'live', 1)).rejects.toMatchObject({ code: 'service-unavailable' })
    expect(await backfillStatusLists(services, going)).toBe(2)
    expect(await backfillStatusLists(services, going)).toBe(0)
    const size = (await store.log.head('live'))?.size ?? 0
    const versions = await newestVersions(store, 'live', size)
    expect([...versions.values()].map(({ list, version }) => [list, version])).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(await bitsOf(1)).toEqual(toBits([14, 28]))
    expect(await bitsOf(2)).toEqual(toBits([357]))
    expect(alarms).toEqual([])
  })

  it('are logged once by two parallel processes, without losing a revocation in between', async () => {
    const { services, store, credentialOf, bitsOf } = await openOlder()
    const revoked = store.transaction((repositories) =>
      revokeCredentials(repositories, services, [credentialOf(3).tagId]),
    )
    const entered = await Promise.all([
      backfillStatusLists(services, going),
      backfillStatusLists({ ...services }, going),
      revoked,
    ])
    expect((entered[0] ?? 0) + (entered[1] ?? 0)).toBe(2)
    expect(await bitsOf(1)).toEqual(toBits([14, 21, 28]))
    const entries = await store.log.readEntries('live', 0, 100)
    expect(entries.filter((entry) => entry.includes('"list":2,'))).toHaveLength(1)
  })

  it('wait for the next start if the server stops', async () => {
    const { services, store } = await openOlder()
    expect(await backfillStatusLists(services, () => true)).toBe(0)
    expect((await store.log.head('live'))?.size).toBe(9)
  })

  it('stay near the end of a growing log', async () => {
    const { services, store, issue } = await openOlder()
    await backfillStatusLists(services, going)
    expect((await loggedStatusList(services, 'live', 2))?.laterEntries).toEqual([])
    await issue(60)
    const served = await loggedStatusList(services, 'live', 2)
    expect(served?.laterEntries).toHaveLength(1)
    expect(served?.version).toBe(1)
    expect(await store.statusPlaces.listRevocations('live', 2)).toEqual([{ index: 357, version: 1 }])
  })
})
