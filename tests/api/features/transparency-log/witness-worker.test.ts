import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findCosignedSize } from '../../../../api/features/transparency-log/repository'
import { logOrigin } from '../../../../contract/proof-paths'
import { verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { createWitnessWorker } from '../../../../api/features/transparency-log/witness-worker'
import { tlogProofOf } from '../../../../api/features/transparency-log/tree'
import { logStatus } from '../../../../api/features/transparency-log/routes'
import { formatWitnessRequest } from '../../../../api/features/transparency-log/witness'
import { parseTlogProof } from '../../../../contract/tlog/tlog-proof'
import { eventually } from '../../../support/eventually'
import { createModelLog } from '../../../support/model-log'
import { openWitnessedLog } from '../../../support/witnessed-log'
import type { StagedWitness } from '../../../support/witnessed-log'

type Witnessed = Awaited<ReturnType<typeof openWitnessedLog>>

const outOfReach = () => {
  throw new Error('it is unreachable')
}

const oldSizes = ({ asked }: StagedWitness) => asked.map((request) => Number(/^old (\d+)\n/u.exec(request)?.[1]))

/** Who signed the newest checkpoint, checked with all keys. */
async function signersOf({ services }: Witnessed, ...witnesses: StagedWitness[]): Promise<string[] | null> {
  const newest = await services.store.log.newestCosigned('test')
  const text = newest && newest.checkpoint + newest.cosignatures.map(({ line }) => line).join('')
  const keys = { logKeys: services.issuer.logKeys('test'), witnessKeys: witnesses.map(({ key }) => key) }
  const verified = text && (await verifyCheckpoint(text, keys))
  return verified ? verified.cosignatures.map(({ name }) => name) : null
}

/** Shows a witness entries that the log's owner later denies: signed by the log, but not in the database. */
async function showOther({ services }: Witnessed, witness: StagedWitness, keep: number, more: number): Promise<void> {
  const model = createModelLog()
  model.entries.push(...(await services.store.log.readEntries('test', 0, keep)))
  const oldSize = await services.store.log.newestSizeOf('test', witness.key.name)
  for (let index = 0; index < more; index += 1) model.entries.push(`denied ${index}`)
  const size = keep + more
  const checkpoint = await services.issuer.signCheckpoint('test', { size, root: model.root(size) })
  const answer = await witness.addCheckpoint(formatWitnessRequest({ oldSize, proof: model.proof(oldSize), checkpoint }))
  expect(answer.status).toBe(200)
}

afterEach(() => void vi.useRealTimers())

describe('a growing log', () => {
  it('is signed by every witness, each with the proof from its last size', async () => {
    const log = await openWitnessedLog()
    const [one, other] = [log.witness('one.example'), log.witness('other.example')]
    const { worker } = log.process(one, other)
    await log.append(3)
    await worker.look()
    expect(await signersOf(log, one, other)).toEqual([one.key.name, other.key.name])
    await log.append(20)
    await worker.look()
    expect(await signersOf(log, one, other)).toEqual([one.key.name, other.key.name])
    expect((await log.services.store.log.newestCosigned('test'))?.size).toBe(23)
    expect(oldSizes(one)).toEqual([0, 3])
    expect(log.lines).toEqual([])
  })

  it('is two logs: Test Mode and live', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    const { worker } = log.process(witness)
    await log.append(2, 'live')
    await log.append(1, 'test')
    await worker.look()
    expect(await log.services.store.log.newestSizeOf('live', witness.key.name)).toBe(2)
    expect(await log.services.store.log.newestSizeOf('test', witness.key.name)).toBe(1)
  })

  it('is submitted once for many entries at a time', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    const { worker } = log.process(witness)
    for (let index = 0; index < 20; index += 1) {
      await log.append(1)
      worker.wake()
    }
    await eventually(async () => expect(await log.services.store.log.newestSizeOf('test', witness.key.name)).toBe(20))
    expect(witness.asked.length).toBeLessThan(10)
    await worker.stop(1_000)
  })

  it('is read again if it grew during a request', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    const { worker } = log.process(witness)
    await log.append(1)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const real = witness.addCheckpoint.bind(witness)
    witness.instead = async (request) => {
      witness.instead = null
      await held
      return real(request)
    }
    const first = worker.look()
    await eventually(() => expect(witness.asked).toHaveLength(1))
    await log.append(1)
    void worker.look()
    release()
    await first
    expect(await log.services.store.log.newestSizeOf('test', witness.key.name)).toBe(2)
  })

  it('is submitted again only for new entries, or after ten minutes', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    const { worker } = log.process(witness)
    await log.append(1)
    await worker.look()
    await worker.look()
    expect(witness.asked).toHaveLength(1)
    log.services.wait(10 * 60_000)
    await worker.look()
    expect(oldSizes(witness)).toEqual([0, 1])
  })
})

describe('an unreachable witness', () => {
  it('delays neither the TrustTag nor another witness, and signs when it is back', async () => {
    const log = await openWitnessedLog()
    const [up, down] = [log.witness('up.example'), log.witness('down.example')]
    down.instead = outOfReach
    const { services, worker } = log.process(up, down)
    await log.append(2)
    await worker.look()
    expect(await signersOf(log, up, down)).toEqual([up.key.name])
    await log.append(1)
    down.instead = null
    worker.wake()
    await eventually(async () => expect(await signersOf(log, up, down)).toEqual([up.key.name, down.key.name]))
    const levels = log.lines.map(({ level, msg, witness }) => [level, witness, msg])
    expect(levels).toEqual([
      [40, down.key.name, 'a witness of the public log does not respond; retrying'],
      [30, down.key.name, 'a witness of the public log responds again'],
    ])
    expect((await logStatus(services, 'test')).witnesses.map(({ state }) => state)).toEqual(['up', 'up'])
    await worker.stop(1_000)
  })

  it('is not asked sooner because the log grows', async () => {
    const log = await openWitnessedLog()
    const [up, down] = [log.witness('up.example'), log.witness('down.example')]
    down.instead = outOfReach
    const worker = createWitnessWorker({ ...log.process(up, down).services, retryFirstMs: 60_000 })
    await log.append(1)
    await worker.look()
    await log.append(1)
    worker.wake()
    await eventually(() => expect(up.asked).toHaveLength(2))
    expect(down.asked).toHaveLength(1)
    await worker.stop(1_000)
  })

  it('is logged once, however long it lasts, and is not asked after the stop', async () => {
    const log = await openWitnessedLog()
    const down = log.witness()
    down.instead = outOfReach
    const { services, worker } = log.process(down)
    await log.append(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    worker.wake()
    while (down.asked.length < 4) {
      await vi.advanceTimersToNextTimerAsync()
      await nextTurn()
    }
    await worker.stop(1_000)
    const asked = down.asked.length
    worker.wake()
    expect(vi.getTimerCount()).toBe(0)
    expect(down.asked).toHaveLength(asked)
    expect(log.lines).toHaveLength(1)
    expect((await logStatus(services, 'test')).witnesses).toMatchObject([
      { state: 'waiting', lastSize: 0, lastTime: null },
    ])
  })

  it('that never responds does not delay the stop', async () => {
    const log = await openWitnessedLog()
    const silent = log.witness()
    silent.instead = () => new Promise(() => {})
    const { worker } = log.process(silent)
    await log.append(1)
    void worker.look()
    await eventually(() => expect(silent.asked).toHaveLength(1))
    await worker.stop(50)
    expect(silent.asked).toHaveLength(1)
  })

  it('is missing in a proof, and gets into it later', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    witness.instead = outOfReach
    const { services, worker } = log.process(witness)
    await log.append(3)
    await worker.look()
    const proof = async () =>
      parseTlogProof(await tlogProofOf(services.store, { mode: 'test', logIndex: 1 }))?.checkpoint
    const signatures = async () => (await proof())?.match(/^— /gmu)?.length
    expect(await signatures()).toBe(1)
    witness.instead = null
    await worker.look()
    expect(await signatures()).toBe(2)
    await worker.stop(1_000)
  })
})

describe('a rolled-back database', () => {
  it('is noticed at the start: the witness has seen more', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    await log.append(4)
    await log.process(witness).worker.look()
    await showOther(log, witness, 4, 3)
    const { services, worker } = log.process(witness)
    await worker.look()
    expect(log.lines).toMatchObject([
      {
        level: 50,
        witness: witness.key.name,
        log: logOrigin(log.services.issuer.origin, 'test'),
        reason: 'it has seen 7 entries, and the log has 4',
        msg: 'a witness refuses the public log: the database was restored or changed (docs/witness.md)',
      },
    ])
    expect(await logStatus(services, 'test')).toMatchObject({ size: 4, witnesses: [{ state: 'refuses', lastSize: 4 }] })
    await worker.look()
    expect(log.lines).toHaveLength(1)
  })

  it('that has grown beyond the seen size is refused and no longer signed', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    const { services, worker } = log.process(witness)
    await log.append(4)
    await worker.look()
    await showOther(log, witness, 4, 1)
    await log.append(9)
    await worker.look()
    expect(log.lines).toMatchObject([
      { level: 50, reason: expect.stringContaining('13 entries does not extend the one it has seen') },
    ])
    expect((await logStatus(services, 'test')).witnesses[0]).toMatchObject({ state: 'refuses', lastSize: 4 })
    expect(await findCosignedSize(services.store, 'test', witness.key.name)).toBe(4)
    witness.instead = outOfReach
    await worker.look()
    expect((await logStatus(services, 'test')).witnesses[0]?.state).toBe('refuses')
    await worker.stop(1_000)
  })

  it('with the same number of other entries is refused', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    await log.append(4)
    await showOther(log, witness, 3, 1)
    const { services, worker } = log.process(witness)
    await worker.look()
    expect(oldSizes(witness)).toEqual([0, 0, 4])
    expect((await logStatus(services, 'test')).witnesses[0]?.state).toBe('refuses')
  })
})

describe('two processes on one database', () => {
  it('ask the same witnesses without conflict', async () => {
    const log = await openWitnessedLog()
    const witness = log.witness()
    const [one, other] = [log.process(witness), log.process(witness)]
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([log.append(2), one.worker.look(), other.worker.look()])
      await Promise.all([one.worker.look(), other.worker.look()])
    }
    expect(await log.services.store.log.newestSizeOf('test', witness.key.name)).toBe(16)
    expect(await signersOf(log, witness)).toEqual([witness.key.name])
    expect(log.lines).toEqual([])
    for (const { services } of [one, other])
      expect(await logStatus(services, 'test')).toMatchObject({ size: 16, witnesses: [{ state: 'up', lastSize: 16 }] })
  })
})
