import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { appendEntry } from '../../../../api/features/transparency-log/tree'
import { logEntry } from '../../../../contract/credential/log-entry'
import { parseTreeHead, verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { parseNote, parseVerifierKey } from '../../../../contract/tlog/signed-note'
import { runSql } from '../../../support/run-sql'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const ENTRIES = 260
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await append(ENTRIES)
})
afterAll(() => api.close())

const append = (count: number) =>
  api.store.transaction(async (tx) => {
    for (let number = 0; number < count; number += 1)
      await appendEntry(tx, api.services, 'live', logEntry('issue', String(number).padStart(64, '0')))
  })

const get = (path: string, init?: RequestInit) => api.request(`/trusttag/log/${path}`, init)

describe('the keys response', () => {
  it('has the keys of the log, as text', async () => {
    const answer = await get('vkeys')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const keys = (await answer.text()).trimEnd().split('\n').map(parseVerifierKey)
    expect(keys).toEqual(api.services.issuer.logKeys('live'))
    expect(keys[0]?.name).toBe('localhost:4001/trusttag/log')
  })
})

describe('the checkpoint', () => {
  it('is the newest, signed, and always revalidated', async () => {
    const answer = await get('checkpoint')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, no-cache')
    const keys = { logKeys: api.services.issuer.logKeys('live'), witnessKeys: [] }
    expect(await verifyCheckpoint(await answer.text(), keys)).toMatchObject({
      size: ENTRIES,
      origin: 'localhost:4001/trusttag/log',
    })
  })

  it('has the witnesses’ signatures, and is the newest even while they lag', async () => {
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

  it('of an empty log has size 0, is signed, and differs by mode', async () => {
    const answer = await api.request('/trusttag/test-log/checkpoint')
    const trusted = { logKeys: api.services.issuer.logKeys('test'), witnessKeys: [] }
    expect(await verifyCheckpoint(await answer.text(), trusted)).toMatchObject({
      size: 0,
      origin: 'localhost:4001/trusttag/test-log',
    })
    expect((await api.request('/trusttag/test-log/tile/0/000.p/1')).status).toBe(404)
    const keys = await (await api.request('/trusttag/test-log/vkeys')).text()
    expect(keys).toContain('localhost:4001/trusttag/test-log+')
    expect(keys).not.toContain('/trusttag/log+')
  })
})

describe('a lost checkpoint', () => {
  it('is not replaced by one of an empty log', async () => {
    const lost = await startTestApi()
    onTestFinished(() => lost.close())
    await lost.store.transaction((tx) => appendEntry(tx, lost.services, 'live', logEntry('issue', '0'.repeat(64))))
    runSql(lost.folder, 'delete from log_heads')
    expect((await lost.request('/trusttag/log/checkpoint')).status).toBe(404)
    expect((await lost.request('/trusttag/log/tile/entries/000.p/1')).status).toBe(200)
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
  ])('do not exist at %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('max-age')
  })

  it('are missing, not unreachable, for pages of other origins too', async () => {
    const answer = await get('tile/0/999', { headers: { origin: 'https://auditor.example' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('every response', () => {
  it.each(['vkeys', 'checkpoint', 'tile/0/000'])('to %s is readable by any page and runs in none', async (path) => {
    const answer = await get(path, { headers: { origin: 'https://auditor.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it.each(['vkeys', 'checkpoint', 'tile/0/000'])('to %s supports HEAD, without its content', async (path) => {
    const answer = await get(path, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.text()).toBe('')
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses writes with %s', async (method) => {
    const before = api.dumpDatabase()
    for (const path of ['vkeys', 'checkpoint', 'tile/0/000']) {
      const answer = await get(path, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    expect(api.dumpDatabase()).toEqual(before)
  })
})
