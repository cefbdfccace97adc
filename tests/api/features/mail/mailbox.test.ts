import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
beforeEach(async () => {
  api = await startTestApi()
  const from = 'Demo <no-reply@demo.example>'
  const mails = [
    { id: 'mail_1', to: 'ann@example.com', subject: 'First', text: 'one', html: '<p>one</p>' },
    { id: 'mail_2', to: 'bea@example.com', subject: '<script>alert(1)</script>', text: 'two', html: '<p>two</p>' },
    {
      id: 'mail_3',
      to: 'Ann@Example.com',
      subject: 'Third',
      text: 'Your code:\n\n123456\n\nhttp://localhost:4001/account/reset-password?token=x&y="><b>',
      html: '<html><head><title>Mail</title></head><body><script>alert(1)</script><p>three</p></body></html>',
    },
  ]
  for (const mail of mails) {
    await api.store.mailbox.insert({ ...mail, from }, api.clock.now())
    api.clock.advance(1_000)
  }
})
afterEach(() => api.close())

const text = async (path: string, headers: Record<string, string> = {}) => (await api.request(path, { headers })).text()
const json = async (path: string) => (await api.request(path)).json()

describe('/dev/mailbox.json', () => {
  it('lists the mails, newest first', async () => {
    const { data } = await json('/dev/mailbox.json')
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['mail_3', 'mail_2', 'mail_1'])
    expect(data[2]).toEqual({
      id: 'mail_1',
      to: 'ann@example.com',
      from: 'Demo <no-reply@demo.example>',
      subject: 'First',
      text: 'one',
      html: '<p>one</p>',
      sentAt: '2026-11-21T09:00:00.000Z',
    })
  })

  it.each(['ann@example.com', 'ANN@example.com', '%20ann@example.com%20'])('keeps to one recipient: %s', async (to) => {
    const { data } = await json(`/dev/mailbox.json?to=${to}`)
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['mail_3', 'mail_1'])
  })

  it('is empty for who got none', async () => {
    expect(await json('/dev/mailbox.json?to=nobody@example.com')).toEqual({ data: [] })
  })

  it.each(['/dev/mailbox.json', '/dev/mailbox/mail_3/html'])("refuses another site's page: %s", async (path) => {
    const response = await api.request(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([response.status, (await response.json()).code]).toEqual([403, 'access-denied'])
    expect((await api.request(path, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  })
})

describe('/dev/mailbox', () => {
  it('shows every mail as a link, newest first, and escapes what senders wrote', async () => {
    const page = await text('/dev/mailbox')
    expect([...page.matchAll(/href="\/dev\/mailbox\/(mail_\d)"/gu)].map(([, id]) => id)).toEqual([
      'mail_3',
      'mail_2',
      'mail_1',
    ])
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script')
    expect(page).toContain('3 emails, newest first.')
  })

  it('filters by recipient and keeps the filter in the field, escaped', async () => {
    const page = await text('/dev/mailbox?to=ann@example.com')
    expect(page).toContain('2 emails to ann@example.com')
    expect(page).not.toContain('mail_2')
    expect(await text('/dev/mailbox?to=%22%3E%3Cb%3E')).toContain('value="&quot;&gt;&lt;b&gt;"')
  })

  it('shows one mail: head, text with links that can be followed, HTML in a frame without rights', async () => {
    const page = await text('/dev/mailbox/mail_3')
    expect(page).toMatch(/\n123456\n/u)
    expect(page).toContain('<a href="http://localhost:4001/account/reset-password?token=x&amp;y=" target="_blank"')
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(page).not.toContain('<p>three</p>')
  })

  it('serves the HTML of a mail as a document that can run nothing', async () => {
    const response = await api.request('/dev/mailbox/mail_3/html')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/u)
    expect(policy).not.toMatch(/script-src|allow-scripts/u)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(await response.text()).toContain('<head><base target="_blank"><title>')
  })

  it('answers an unknown mail with not-found', async () => {
    expect((await api.request('/dev/mailbox/mail_9')).status).toBe(404)
    expect((await api.request('/dev/mailbox/mail_9/html')).status).toBe(404)
  })

  it('has one stylesheet, one heading, a language and a labelled field', async () => {
    const page = await text('/dev/mailbox')
    expect(page.match(/<h1>/gu)).toHaveLength(1)
    expect(page).toContain('<html lang="en">')
    expect(page).toContain('<label for="to">')
    expect(await text('/hosted-pages.css')).toContain('prefers-color-scheme: dark')
  })
})

describe('the mailbox is not there', () => {
  const paths = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/mail_1', '/dev/mailbox/mail_1/html']

  it.each(paths)('for a foreign name that points here: %s', async (path) => {
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.0.2:4001']) {
      const response = await api.app.request(`http://${host}${path}`)
      expect([host, response.status]).toEqual([host, 404])
    }
    expect((await api.app.request(`http://127.0.0.1:4001${path}`)).status).toBe(200)
    expect((await api.app.request(`http://[::1]:4001${path}`)).status).toBe(200)
  })

  it.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'])(
    'for who comes through a proxy that says so by %s, under a loopback name too',
    async (header) => {
      for (const path of paths)
        expect((await api.request(path, { headers: { [header]: '203.0.113.7' } })).status).toBe(404)
    },
  )

  it.each(paths)('outside development: %s', async (path) => {
    const production = await startTestApi({ development: false })
    expect((await production.request(path)).status).toBe(404)
    await production.close()
  })
})
