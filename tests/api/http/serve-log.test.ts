import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEntry } from '../../../api/features/transparency-log/append'
import { logEntry } from '../../../contract/credential/log-entry'
import { parseTreeHead, verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import { parseNote, parseVerifierKey } from '../../../contract/tlog/signed-note'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

const ENTRIES = 260
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await append(ENTRIES)
})
afterAll(() => api.close())

const append = (count: number) =>
  api.store.transaction(async ({ log }) => {
    for (let number = 0; number < count; number += 1)
      await appendEntry({ log }, api.services, 'live', logEntry('issue', String(number).padStart(64, '0')))
  })

const get = (path: string, init?: RequestInit) => api.request(`/trusttag/log/${path}`, init)

describe('the keys', () => {
  it('are those of the log, as text', async () => {
    const answer = await get('vkeys')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const keys = (await answer.text()).trimEnd().split('\n').map(parseVerifierKey)
    expect(keys).toEqual(api.services.issuer.logKeys('live'))
    expect(keys[0]?.name).toBe('localhost:4001/trusttag/log')
  })
})

describe('the checkpoint', () => {
  it('is the newest, signed, and asked about each time', async () => {
    const answer = await get('checkpoint')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, no-cache')
    const keys = { logKeys: api.services.issuer.logKeys('live'), witnessKeys: [] }
    expect(await verifyCheckpoint(await answer.text(), keys)).toMatchObject({
      size: ENTRIES,
      origin: 'localhost:4001/trusttag/log',
    })
  })

  it('carries what witnesses signed of it, and is the newest all the same while they lag', async () => {
    const { checkpoint, size } = (await api.store.log.head('live'))!
    const line = '— witness.example/one AAAAAAAAAA==\n'
    await api.store.log.addCosignature(checkpoint, {
      mode: 'live',
      size,
      witness: 'witness.example/one',
      line,
      time: 1,
    })
    expect(await (await get('checkpoint')).text()).toBe(checkpoint + line)
    await append(1)
    const newest = await (await get('checkpoint')).text()
    expect(parseTreeHead(parseNote(newest)!.text)?.size).toBe(size + 1)
    expect(newest).not.toContain('witness.example')
  })

  it('is not there before the first entry, and the other mode has one of its own', async () => {
    expect((await api.request('/trusttag/test-log/checkpoint')).status).toBe(404)
    expect((await api.request('/trusttag/test-log/tile/0/000.p/1')).status).toBe(404)
    const keys = await (await api.request('/trusttag/test-log/vkeys')).text()
    expect(keys).toContain('localhost:4001/trusttag/test-log+')
    expect(keys).not.toContain('/trusttag/log+')
  })
})

describe('tiles', () => {
  it.each([
    ['tile/0/000', 8_192],
    ['tile/0/001.p/4', 128],
    ['tile/1/000.p/1', 32],
    ['tile/entries/001.p/2', 2 * (2 + logEntry('issue', '0'.repeat(64)).length)],
  ])('%s has %i bytes that never change', async (path, bytes) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes)
  })

  it.each([
    'tile/0/001',
    'tile/0/001.p/200',
    'tile/0/002.p/1',
    'tile/1/000',
    'tile/2/000.p/1',
    'tile/0',
    'tile/0/',
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/x000',
    'tile/0/x000/000',
    'tile/0/001/000',
    'tile/entries/x999/x999/x999/x999/x999/999',
    'tile/0%2f000',
    'tile/0/000%00',
    'tile/0/000%',
    'tile/../vkeys/',
    'tile/..%2fcheckpoint',
    'tile/',
    'nothing',
  ])('there is none at %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('max-age')
  })

  it('are missing for pages of other origins too, not unreachable', async () => {
    const answer = await get('tile/0/999', { headers: { origin: 'https://auditor.example' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('every answer', () => {
  it.each(['vkeys', 'checkpoint', 'tile/0/000'])('%s is open to any page and runs in none', async (path) => {
    const answer = await get(path, { headers: { origin: 'https://auditor.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it.each(['vkeys', 'checkpoint', 'tile/0/000'])(
    '%s is asked for by HEAD as well, without its content',
    async (path) => {
      const answer = await get(path, { method: 'HEAD' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(await answer.text()).toBe('')
    },
  )

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('nothing is written by %s', async (method) => {
    const before = api.dumpDatabase()
    for (const path of ['vkeys', 'checkpoint', 'tile/0/000']) {
      const answer = await get(path, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    expect(api.dumpDatabase()).toEqual(before)
  })
})
