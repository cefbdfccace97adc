import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logSamples } from '../../../../api/features/tags/backfill'
import { startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

let api: TagHolders
let holder: Holder
let tagId: string
beforeAll(async () => {
  api = await startWithHolders({ env: { PUBLIC_ISSUER_URL: 'https://trusttag.example:8443' } })
  await logSamples(api.services)
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
  it('is public, from any page and without a key, and runs nothing', async () => {
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

  it('is revalidated each time, and not sent again if it is cached', async () => {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('public, no-cache')
    const known = await get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([known.status, known.text]).toEqual([304, ''])
    expect(known.headers.get('access-control-allow-origin')).toBe('*')
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('supports HEAD, and no other method than GET', async () => {
    const [head, whole] = [await get(path, { method: 'HEAD' }), await get(path)]
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', whole.headers.get('etag')])
    const post = await get(path, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('credentials, presentations and status lists', () => {
  const typeOf = async (path: string, accept: string) => {
    const { headers } = await get(path, { headers: { accept } })
    return [headers.get('content-type'), headers.get('vary')]
  }

  it.each([
    ['/trusttag/status/1', 'application/vc'],
    ['/trusttag/tags/TT-WD2024001/credential.json', 'application/vc'],
    ['/trusttag/tags/TT-WD2024001/presentation.json', 'application/vp'],
  ])('%s has the type that the caller prefers', async (path, own) => {
    const vary = expect.stringContaining('Accept')
    for (const [accept, type] of [
      ['*/*', own],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', own],
      [`${own}, application/json`, own],
      ['application/json;q=0.5, */*;q=0.1', 'application/json'],
      ['application/json', 'application/json'],
      ['application/ld+json, application/json', 'application/ld+json'],
      ['application/ld+json;q=0.3, application/json', 'application/json'],
      ['application/json, text/plain, */*', 'application/json'],
      ['application/json;q=0', own],
      ['text/turtle', own],
      ['', own],
    ])
      expect([accept, await typeOf(path, accept ?? '')]).toEqual([accept, [type, vary]])
    expect((await get(path)).headers.get('content-type')).toBe(own)
    const [one, two] = [await get(path), await get(path, { headers: { accept: 'application/json' } })]
    expect(one.text).toBe(two.text)
    expect(one.headers.get('etag')).not.toBe(two.headers.get('etag'))
  })

  it('other documents do not change their type', async () => {
    expect((await typeOf('/.well-known/did.json', 'application/json'))[0]).toBe('application/did+json')
  })
})

describe('DID documents', () => {
  it('use their host setting, with %3A before the port', async () => {
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
  it('are served at the URL in the credential, with its content', async () => {
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
    'return 404 at %s',
    async (path) => expect((await get(path)).status).toBe(404),
  )
})

describe('status lists', () => {
  it.each(['0', '2', '01', '-1', '1.0', '99999999', 'x', '%31x'])('do not exist at %s', async (list) => {
    for (const path of ['status', 'test-status']) expect((await get(`/trusttag/${path}/${list}`)).status).toBe(404)
  })
})

describe('a private TrustTag', () => {
  it('returns the same 404 on every path as an unknown one, until it is shown', async () => {
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
