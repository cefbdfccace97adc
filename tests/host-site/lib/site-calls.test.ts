// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSiteApi } from '../../../host-site/lib/site-api'

const reports: string[] = []
const kept: string[] = []
let answer: () => Response

/** The site's API with these tokens. */
function open(token: string | null = 'member-token', visitor: string | null = 'visitor-token') {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => answer())
  const api = createSiteApi({
    document,
    fetch: asked,
    token: async () => token,
    visitor: { read: () => visitor, keep: (given) => void kept.push(given) },
    subtle: crypto.subtle,
    report: (...parts) => reports.push(parts.join(' ')),
  })
  const sent = () => {
    const [url, { method, body, headers }] = asked.mock.calls[0]!
    return { url, method, body, headers: new Headers(headers) }
  }
  return { api, sent }
}
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  const tag = document.createElement('script')
  tag.setAttribute('data-memberstack-app', 'app_trusttag')
  tag.type = 'text/plain'
  tag.src = 'https://api.example/membership.js'
  document.head.append(tag)
})
afterEach(() => {
  document.head.replaceChildren()
  reports.length = 0
  kept.length = 0
})

describe('a call', () => {
  it('is sent with session and visitor token, without path parameters in the body', async () => {
    answer = () => json({ data: { trustTagId: 'TT/1' }, message: 'Done.' })
    const { api, sent } = open()
    const result = await api.call('updateTag', { tagId: 'TT/1', visibility: 'PUBLIC' })
    expect(result).toEqual({ success: true, data: { trustTagId: 'TT/1' }, message: 'Done.' })
    const { url, method, body, headers } = sent()
    expect([url, method, body]).toEqual([
      'https://api.example/trusttag/tags/TT%2F1',
      'PATCH',
      '{"visibility":"PUBLIC"}',
    ])
    expect(headers.get('authorization')).toBe('Bearer member-token')
    expect(headers.get('x-visitor-token')).toBe('visitor-token')
  })

  it('of a new visitor has no token, and stores the returned one', async () => {
    answer = () => json({ data: { id: 'att_1', visitorToken: 'new-token' } })
    const { api, sent } = open(null, null)
    await api.call('startAttempt', { skill: 'Cook' })
    expect([sent().headers.has('authorization'), sent().headers.has('x-visitor-token')]).toEqual([false, false])
    expect(kept).toEqual(['new-token'])
  })

  it('that only reads has no body', async () => {
    answer = () => json({ data: {} })
    const { api, sent } = open()
    await api.call('getTagProfile', {})
    expect([sent().method, sent().body]).toEqual(['GET', undefined])
  })

  it('that fails returns code, text and waiting time', async () => {
    answer = () => json({ code: 'too-many-requests', message: 'Too many.', retryAfterSeconds: 30 }, 429)
    expect(await open().api.call('listTags', {})).toEqual({
      success: false,
      code: 'too-many-requests',
      error: 'Too many.',
      retryAfterSeconds: 30,
    })
  })

  it('without a response fails without a text, and is logged', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch')
    }
    const failure = { success: false, code: '', error: '', retryAfterSeconds: null }
    expect(await open().api.call('listTags', {})).toEqual(failure)
    expect(reports).toEqual(['The call listTags failed: Failed to fetch'])
  })
})

describe('a file', () => {
  it('comes with its name, for the member it belongs to', async () => {
    const disposition = "attachment; filename*=UTF-8''TrustTag-Caf%C3%A9-TT-1.pdf"
    answer = () => new Response('%PDF-', { headers: { 'content-disposition': disposition } })
    const { api, sent } = open()
    const result = await api.download('getOwnTagFile', { tagId: 'TT-1', file: 'certificate.pdf' })
    expect(result).toMatchObject({ success: true, fileName: 'TrustTag-Café-TT-1.pdf' })
    expect(result.success && (await result.file.text())).toBe('%PDF-')
    expect(sent().url).toBe('https://api.example/trusttag/own-tags/TT-1/certificate.pdf')
    expect(sent().headers.get('authorization')).toBe('Bearer member-token')
  })

  it.each(['', "attachment; filename*=UTF-8''%E0%A4%A"])('whose name is "%s" has none', async (disposition) => {
    answer = () => new Response('', { headers: { 'content-disposition': disposition } })
    expect(await open().api.download('getPortfolioArchive', {})).toMatchObject({ success: true, fileName: '' })
  })

  it('that is refused returns no file', async () => {
    answer = () => json({ code: 'tag-not-found', message: 'No.' }, 404)
    expect(await open().api.download('getOwnTagFile', { tagId: 'TT-1', file: 'certificate.pdf' })).toMatchObject({
      success: false,
      code: 'tag-not-found',
      error: 'No.',
    })
  })
})
