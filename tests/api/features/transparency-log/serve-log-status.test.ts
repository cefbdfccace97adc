import { afterEach, describe, expect, it } from 'vitest'
import { EMPTY_ROOT } from '../../../../contract/tlog/merkle'
import { toHex } from '../../../../contract/bytes'
import { parseTreeHead } from '../../../../contract/tlog/checkpoint'
import { parseNote } from '../../../../contract/tlog/signed-note'
import { createWitnessStates } from '../../../../api/features/transparency-log/witnesses'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'
import { appendEntries } from '../../../support/witnessed-log'

let api: TestApi

afterEach(() => api.close())

const PATHS = { live: '/trusttag/log/status.json', test: '/trusttag/test-log/status.json' }

const key = { name: 'witness.example', type: 'cosignature', publicKey: new Uint8Array(32) } as const
const unasked = () => Promise.reject(new Error('not in this test'))

async function start() {
  const witnessStates = createWitnessStates()
  const witnesses = [
    { key, isSelfRun: false, addCheckpoint: unasked },
    { key: { ...key, name: 'own.example' }, isSelfRun: true, addCheckpoint: unasked },
  ]
  api = await startTestApi({ services: { witnesses, witnessStates } })
  return { ...api, witnessStates }
}

const status = async (path: string): Promise<unknown> => (await api.request(path)).json()

describe('the status of a log', () => {
  it('is public, from any page', async () => {
    await start()
    const response = await api.request(PATHS.live, { headers: { origin: 'https://elsewhere.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
    expect((await api.request(PATHS.test, { method: 'POST' })).status).toBe(405)
  })

  it('of an empty one says so', async () => {
    await start()
    const waiting = { lastSize: 0, lastTime: null, state: 'waiting' }
    expect(await status(PATHS.live)).toEqual({
      origin: 'localhost:4001/trusttag/log',
      size: 0,
      root: toHex(EMPTY_ROOT),
      checkpointTime: null,
      witnesses: [
        { name: 'witness.example', isSelfRun: false, ...waiting },
        { name: 'own.example', isSelfRun: true, ...waiting },
      ],
    })
  })

  it('has its size and the state of each witness, by log', async () => {
    const { services, store, witnessStates } = await start()
    await appendEntries(services, 2, 'live')
    const checkpoint = (await store.log.head('live'))?.checkpoint ?? ''
    const sign = (witness: string, time: number) =>
      store.log.addCosignature(checkpoint, { mode: 'live', size: 2, witness, line: `— ${witness} AAAAAAAA\n`, time })
    await sign('witness.example', 2_000)
    await sign('own.example', 1_000)
    witnessStates.write('live', 'own.example', { state: 'up', last: { size: 2, time: 5_000 } })
    witnessStates.write('live', 'witness.example', { state: 'refuses', last: null })
    const { root } = parseTreeHead(parseNote(checkpoint)?.text ?? '') ?? {}
    expect(await status(PATHS.live)).toEqual({
      origin: 'localhost:4001/trusttag/log',
      size: 2,
      root: toHex(root ?? new Uint8Array(0)),
      checkpointTime: 1_000,
      witnesses: [
        { name: 'witness.example', isSelfRun: false, lastSize: 2, lastTime: 2_000, state: 'refuses' },
        { name: 'own.example', isSelfRun: true, lastSize: 2, lastTime: 5_000, state: 'up' },
      ],
    })
    expect(await status(PATHS.test)).toMatchObject({ size: 0, witnesses: [{ state: 'waiting' }, { state: 'waiting' }] })
  })

  it('has no time for a checkpoint without a cosignature', async () => {
    const { services, store } = await start()
    await appendEntries(services, 1, 'test')
    const checkpoint = (await store.log.head('test'))?.checkpoint ?? ''
    const line = '— own.example AAAAAAAA\n'
    await store.log.addCosignature(checkpoint, { mode: 'test', size: 1, witness: 'own.example', line, time: 9 })
    await appendEntries(services, 1, 'test')
    expect(await status(PATHS.test)).toMatchObject({
      size: 2,
      checkpointTime: null,
      witnesses: [
        { lastSize: 0, lastTime: null },
        { lastSize: 1, lastTime: 9 },
      ],
    })
  })
})
