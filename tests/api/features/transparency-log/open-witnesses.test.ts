import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTrust } from '../../../../contract/credential/read-trust'
import { verifyCredential } from '../../../../contract/credential/verify-credential'
import { formatVerifierKey } from '../../../../contract/tlog/signed-note'
import { ConfigError, readConfig } from '../../../../api/config'
import { issueCredential } from '../../../../api/features/credentials/issue'
import { trustDocument } from '../../../../api/features/credentials/issuer'
import { loggedStatusList } from '../../../../api/features/credentials/status-list'
import { sampleTags } from '../../../../api/features/tags/verify'
import { newEd25519Key } from '../../../../api/features/transparency-log/ed25519'
import { logStatus } from '../../../../api/features/transparency-log/routes'
import { tlogProofOf } from '../../../../api/features/transparency-log/tree'
import { openWitnesses } from '../../../../api/features/transparency-log/witness-worker'
import { tempFolder } from '../../../support/temp-folder'
import { openWitnessedLog } from '../../../support/witnessed-log'

/** The product's log with the witnesses of the settings. */
async function open(env: Record<string, string> = {}, dataDir = tempFolder()) {
  const log = await openWitnessedLog()
  const config = { ...readConfig(env), dataDir }
  const { worker, ...witnessed } = openWitnesses(config, log.services)
  return { ...log, dataDir, worker, services: { ...log.services, ...witnessed } }
}

describe('the API’s own witness', () => {
  it('signs, and a check says that it is not independent', async () => {
    const { services, worker } = await open()
    const { store } = services
    const [sample] = sampleTags
    if (!sample) throw new Error('There is no sample.')
    await store.transaction((repositories) =>
      issueCredential(repositories, services, { tag: sample, memberId: null, bankId: null, evidence: () => [] }),
    )
    const row = await store.credentials.find(sample.id)
    if (!row) throw new Error('There is no credential.')
    const check = async () => {
      const credential: unknown = JSON.parse(row.credential)
      const [proof, list] = [await tlogProofOf(store, row), await loggedStatusList(services, 'test', row.statusList)]
      const trust = readTrust(structuredClone(trustDocument(services)))
      const report = await verifyCredential({ credential, proof, statusList: list, trust, now: services.clock.now() })
      return [report.verdict, report.checks.find(({ name }) => name === 'witnesses')?.reason]
    }
    expect(await check()).toEqual(['valid', 'not-yet-cosigned'])
    await worker.look()
    expect(await check()).toEqual(['valid', 'self-cosigned'])
  })

  it('keeps its key and memory in the data folder, also after a restart', async () => {
    const { dataDir, services } = await open()
    expect(readdirSync(join(dataDir, 'witness')).toSorted()).toEqual(['key.json', 'memory'])
    const again = await open({}, dataDir)
    expect(again.services.witnesses[0]?.key).toEqual(services.witnesses[0]?.key)
    expect(services.witnesses).toMatchObject([{ isSelfRun: true }])
  })

  it('works beside witnesses of others, and a retired one is still trusted', async () => {
    const retired = { name: 'retired.example', type: 'cosignature', publicKey: newEd25519Key().publicKey } as const
    const { services, worker, append, lines } = await open({ WITNESSES: formatVerifierKey(retired) })
    await append(1)
    await worker.look()
    expect(trustDocument(services).issuers[0]?.witnesses).toMatchObject([
      { key: formatVerifierKey(retired), isSelfRun: false },
      { isSelfRun: true },
    ])
    expect((await logStatus(services, 'test')).witnesses).toMatchObject([{ isSelfRun: true, state: 'up', lastSize: 1 }])
    expect(lines).toEqual([])
  })

  it('does not exist if it is turned off', async () => {
    const { dataDir, services, worker } = await open({ SELF_WITNESS: 'off' })
    expect(services.witnesses).toEqual([])
    expect(existsSync(join(dataDir, 'witness'))).toBe(false)
    worker.start()
    await worker.look()
    await worker.stop(10)
  })

  it('with an unreadable key stops the start, with a hint', async () => {
    const { dataDir } = await open()
    writeFileSync(join(dataDir, 'witness', 'key.json'), '{}')
    const again = open({}, dataDir)
    await expect(again).rejects.toThrow(ConfigError)
    await expect(again).rejects.toThrow(/key of the witness in .+ cannot be read\. .+SELF_WITNESS=off/u)
  })

  it('with a damaged memory signs nothing, and TrustTags are still issued', async () => {
    const { dataDir } = await open()
    const memory = join(dataDir, 'witness', 'memory')
    writeFileSync(join(memory, '000000000002.json'), '')
    const { services, worker, append } = await open({}, dataDir)
    await append(1)
    await worker.look()
    expect(await logStatus(services, 'test')).toMatchObject({ size: 1, witnesses: [{ state: 'waiting', lastSize: 0 }] })
    await worker.stop(10)
    rmSync(memory, { recursive: true })
    await expect(open({}, dataDir)).rejects.toThrow('has a key, but its state is missing')
  })

  it('notices a rolled-back database', async () => {
    const { dataDir, append, worker } = await open()
    await append(3)
    await worker.look()
    // A new database, with the witness of the previous one.
    const anew = await open({}, dataDir)
    const state = async () => (await logStatus(anew.services, 'test')).witnesses[0]?.state
    await anew.append(2)
    await anew.worker.look()
    expect(await state()).toBe('refuses')
  })
})
