import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { proofModes } from '../../../contract/proof-paths'
import { verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import { logStatus } from '../../../api/features/transparency-log/routes'
import { createWitnessWorker } from '../../../api/features/transparency-log/witness-worker'
import { createHttpWitness, createWitnessStates } from '../../../api/features/transparency-log/witnesses'
import { createModelLog } from '../../support/model-log'
import { tempFolder } from '../../support/temp-folder'
import { useWitnessProgram } from '../../support/witness-program'
import type { RunningWitness } from '../../support/witness-program'
import { openWitnessedLog } from '../../support/witnessed-log'

const program = useWitnessProgram()

/** The product's log with two witness programs over HTTP. */
async function open() {
  const log = await openWitnessedLog()
  const logKeys = proofModes.flatMap((mode) => log.services.issuer.logKeys(mode))
  const folders = [join(tempFolder(), 'one'), join(tempFolder(), 'two')] as const
  // Witnesses sign with the real time.
  log.services.wait(Date.now() - log.services.clock.now())
  const start = (at: 0 | 1) => program.start(folders[at], logKeys, `witness-${at}.example`)
  const running: [RunningWitness, RunningWitness] = [await start(0), await start(1)]
  const workerOf = (...all: RunningWitness[]) => {
    const witnesses = all.map(({ key, url }) => createHttpWitness({ key, url }))
    const services = { ...log.services, witnesses, witnessStates: createWitnessStates() }
    return { services, worker: createWitnessWorker({ ...services, retryFirstMs: 20 }) }
  }
  const signers = async (): Promise<[number, string[]]> => {
    const newest = await log.services.store.log.newestCosigned('test')
    const text = newest ? newest.checkpoint + newest.cosignatures.map(({ line }) => line).join('') : ''
    const head = await verifyCheckpoint(text, { logKeys, witnessKeys: running.map(({ key }) => key) })
    return [head?.size ?? 0, head?.cosignatures.map(({ name }) => name) ?? []]
  }
  return { ...log, running, start, workerOf, signers }
}

describe('the log, watched by two independent programs', () => {
  it('is signed by both; one that was offline signs when it is back', async () => {
    const { running, workerOf, append, signers, start } = await open()
    const { services, worker } = workerOf(...running)
    await append(3)
    await worker.look()
    expect(await signers()).toEqual([3, ['witness-0.example', 'witness-1.example']])
    await running[1].end('SIGKILL')
    await append(2)
    await worker.look()
    expect(await signers()).toEqual([5, ['witness-0.example']])
    expect((await logStatus(services, 'test')).witnesses.map(({ state }) => state)).toEqual(['up', 'waiting'])
    await worker.stop(1_000)
    const back = workerOf(running[0], await start(1))
    await back.worker.look()
    expect(await signers()).toEqual([5, ['witness-0.example', 'witness-1.example']])
    await back.worker.stop(1_000)
  })

  it('is not signed again once its owner has shown one of them another entry', async () => {
    const { running, workerOf, append, services, signers } = await open()
    await append(4)
    // The owner shows the second witness another last entry.
    const model = createModelLog()
    model.entries.push(...(await services.store.log.readEntries('test', 0, 3)), 'another entry')
    const other = await services.issuer.signCheckpoint('test', { size: 4, root: model.root(4) })
    expect((await running[1].add(`old 0\n\n${other}`)).status).toBe(200)
    const watched = workerOf(...running)
    for (let round = 0; round < 3; round += 1) {
      await watched.worker.look()
      await append(3)
    }
    await watched.worker.look()
    expect(await signers()).toEqual([13, ['witness-0.example']])
    const { witnesses } = await logStatus(watched.services, 'test')
    expect(witnesses.map(({ state, lastSize }) => [state, lastSize])).toEqual([
      ['up', 13],
      ['refuses', 0],
    ])
    await watched.worker.stop(1_000)
  })
})
