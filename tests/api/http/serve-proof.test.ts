import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterSamples } from '../../../api/features/tags/backfill'
import { startWithHolders } from '../../support/tag-holders'
import type { Holder, TagHolders } from '../../support/tag-holders'

let api: TagHolders
let holder: Holder
let tagId: string
beforeAll(async () => {
  api = await startWithHolders({ env: { PUBLIC_ISSUER_URL: 'https://trusttag.example:8443' } })
  await enterSamples(api.services)
  holder = await api.join({}, { key: 'pk_trusttag' })
  tagId = (await api.earn(holder, 'Electrician')).trustTagId
})
afterAll(() => api.close())

const get = async (path: string, init: RequestInit = {}) => {
  const response = await api.request(path, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const documents = [
  ['/.well-known/did.json', 'application/did+json'],
  ['/test/did.json', 'application/did+json'],
  ['/trusttag/status/1', 'application/vc'],
  ['/trusttag/test-status/1', 'application/vc'],
  ['/trusttag/trust.json', 'application/json'],
  ['/trusttag/achievements/electrician', 'application/ld+json'],
  ['/trusttag/tags/TT-WD2024001/achievement.json', 'application/ld+json'],
] as const

describe.each(documents)('%s', (path, type) => {
  it('is for everybody, from any page and without a key, and runs nothing', async () => {
    const { status, headers, text } = await get(path, { headers: { origin: 'https://anybody.example' } })
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(JSON.parse(text)).toBeTypeOf('object')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('is asked about each time, and not sent again to whoever has it', async () => {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('public, no-cache')
    const known = await get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([known.status, known.text]).toEqual([304, ''])
    expect(known.headers.get('access-control-allow-origin')).toBe('*')
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('answers HEAD with the same and no body, and nothing else', async () => {
    const [head, whole] = [await get(path, { method: 'HEAD' }), await get(path)]
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', whole.headers.get('etag')])
    const post = await get(path, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('DID documents', () => {
  it('name the host of their own setting, its port written %3A', async () => {
    const [live, test] = await Promise.all(['/.well-known/did.json', '/test/did.json'].map((path) => get(path)))
    expect(JSON.parse(live?.text ?? '')).toMatchObject({ id: 'did:web:trusttag.example%3A8443' })
    expect(JSON.parse(test?.text ?? '')).toMatchObject({ id: 'did:web:trusttag.example%3A8443:test' })
    expect((await api.store.credentials.find(tagId))?.credential).toContain('"id":"did:web:trusttag.example%3A8443"')
  })

  it('share no key', async () => {
    const keysIn = async (path: string) => (await get(path)).text.match(/z6Mk\w+/gu) ?? []
    const live = new Set(await keysIn('/.well-known/did.json'))
    expect(live.size).toBeGreaterThan(0)
    for (const key of await keysIn('/test/did.json')) expect(live).not.toContain(key)
  })
})

describe('achievements', () => {
  it('answer at the address that credentials name, with what they say', async () => {
    for (const id of [tagId, 'TT-WD2024001']) {
      const { credential = '' } = (await api.store.credentials.find(id)) ?? {}
      const { achievement } = JSON.parse(credential).credentialSubject
      const { pathname, origin } = new URL(achievement.id)
      expect(origin).toBe('https://trusttag.example:8443')
      const { '@context': _, ...served } = JSON.parse((await get(pathname)).text)
      expect(served).toEqual(achievement)
    }
  })

  it.each(['/trusttag/achievements/nothing', '/trusttag/achievements/general', '/trusttag/achievements/%2e%2e'])(
    'are none at %s',
    async (path) => expect((await get(path)).status).toBe(404),
  )
})

describe('status lists', () => {
  it.each(['0', '2', '01', '-1', '1.0', '99999999', 'x', '%31x'])('there is no list %s', async (list) => {
    for (const path of ['status', 'test-status']) expect((await get(`/trusttag/${path}/${list}`)).status).toBe(404)
  })
})

describe('a private TrustTag', () => {
  it('answers on every path as one that never was, and is back when it is shown', async () => {
    const { trustTagId: id } = await api.earn(holder, 'Beekeeping')
    const unknown = `TT-SK2026${'0'.repeat(12)}`
    const files = [
      'credential.json',
      'proof.tlog-proof',
      'achievement.json',
      'badge.png',
      'badge.svg',
      'certificate.pdf',
    ]
    const paths = [...files, 'presentation.json'].map((file) => `/trusttag/tags/:id/${file}`)
    const picture = '/trusttag/tags/:id/picture.png'
    const ask = (path: string, of: string) => get(path.replace(':id', of))
    const show = (visibility: 'PRIVATE' | 'LINK') => api.call('updateTag', { tagId: id, visibility }, holder.how)
    expect((await ask(paths[0] ?? '', id)).status).toBe(200)
    expect((await ask('/trusttag/tags/:id/achievement.json', id)).status).toBe(200)
    await show('PRIVATE')
    for (const path of [...paths, picture]) {
      const [hidden, none] = [await ask(path, id), await ask(path, unknown)]
      expect([path, hidden.status]).toEqual([path, 404])
      expect(hidden.text.replaceAll(id, unknown)).toBe(none.text)
      expect([...hidden.headers].filter(([name]) => name !== 'x-request-id')).toEqual(
        [...none.headers].filter(([name]) => name !== 'x-request-id'),
      )
    }
    const [hidden, none] = await Promise.all([id, unknown].map((one) => api.call('verifyTag', { tagId: one })))
    expect([hidden?.status, hidden?.body]).toEqual([none?.status, none?.body])
    await show('LINK')
    expect((await ask(paths[0] ?? '', id)).status).toBe(200)
  })
})
