import { expect, test } from 'vitest'
import { ownerLists } from '../../../../api/features/owner/lists'
import { openOwnerPage } from '../../../support/open-owner-page'

async function openAsOwner() {
  const page = await openOwnerPage()
  await page.enter(await page.link())
  return page
}

test.each(Object.entries(ownerLists))('links the list %s, even if it is empty', async (name, { title }) => {
  const { open } = await openAsOwner()
  const { status, html } = await open(`/owner?list=${name}`)
  expect(status).toBe(200)
  expect(html).toContain(`<h1>${title}</h1>`)
  expect(html).toContain(`href="/owner?list=${name}" aria-current="page"`)
})

test('escapes what visitors and members typed', async () => {
  const page = await openAsOwner()
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const ann = await page.signUp()
  await page.store.members.update(ann.id, { customFields: { 'first-name': evil } })
  await page.attempt(ann.id, { skill: evil })
  await page.store.inbox.insert({
    id: 'msg_1',
    appId: 'app_shop',
    mode: 'test',
    kind: 'inquiry',
    email: 'a@b.example',
    createdAt: 1,
    fields: { message: evil },
  })
  for (const list of ['members', 'attempts', 'inquiries']) {
    const { html } = await page.open(`/owner?list=${list}`)
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img')
  }
  const { html } = await page.open(`/owner?list=${encodeURIComponent(evil)}&result=${encodeURIComponent(evil)}`)
  expect(html).not.toContain('<script')
})

test('shows fifty rows a page, each on one page, even if many have the same time', async () => {
  const page = await openAsOwner()
  const ann = await page.signUp()
  const ids = []
  for (let count = 0; count < 120; count += 1) ids.push((await page.attempt(ann.id)).id)
  const seen: string[] = []
  let path: string | undefined = '/owner?list=attempts'
  for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
    const { html } = await page.open(path.replaceAll('&amp;', '&'))
    const found = [...html.matchAll(/<bdi>(att_\d+)<\/bdi>/gu)].flatMap(([, id]) => id ?? [])
    expect(found.length).toBeLessThanOrEqual(50)
    seen.push(...found)
    path = /<a href="([^"]+)">Next page/u.exec(html)?.[1]
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('lists questions with their statistics', async () => {
  const page = await openAsOwner()
  const attempt = { appId: 'app_shop', mode: 'test', bankId: 'cook' } as const
  const { questionStatistics } = page.store
  for (const score of Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 90 : 40)))
    await questionStatistics.add(attempt, [{ questionId: 'cook-01', points: score > 50 ? 0 : 1 }], score)
  const { html } = await page.open('/owner?list=questions')
  const cells = [...html.matchAll(/<bdi>([^<]*)<\/bdi>/gu)].map(([, text]) => text)
  expect(cells[0]).toBe('cook-01')
  expect(cells[1]).toBe(page.services.banks.byId('cook')?.questions[0]?.text.replaceAll("'", '&#39;'))
  expect(cells.slice(2)).toEqual(['20', '50', '-1', 'negative'])
})

test('the page is private: no frame, no script, no CORS, no cache', async () => {
  const { open, request } = await openAsOwner()
  const { headers } = await open('/owner', { origin: 'https://elsewhere.example' })
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(rule)
  expect(policy).not.toContain('script-src')
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
  const unknown = await request('/owner/nothing', { headers: { origin: 'https://elsewhere.example' } })
  expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, null])
})
