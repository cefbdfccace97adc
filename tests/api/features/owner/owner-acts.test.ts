import { expect, test } from 'vitest'
import { formTokenOf, openOwnerPage } from '../../../support/open-owner-page'

async function openWithPurchase() {
  const page = await openOwnerPage()
  const ann = await page.signUp()
  const purchaseId = await page.buy(ann.token)
  const tag = await page.issue(ann.id)
  await page.enter(await page.link())
  const log = async () => (await page.audited()).filter((line) => !line.includes('owner.'))
  return { page, ann, purchaseId, tag, log }
}

test('revokes a TrustTag once, with a reason, and emails its holder', async () => {
  const { page, tag, log } = await openWithPurchase()
  const listed = await page.open('/owner?list=tags')
  expect(listed.html).toContain(`href="/owner/revoke?id=${tag.id}"`)
  const asked = await page.open(`/owner/revoke?id=${tag.id}`)
  expect(asked.html).toContain('Ann Lee')
  expect(await log()).toEqual([])

  const done = await page.act('/owner/revoke', tag.id, '  Somebody else\nsat the <b>test</b>. ')
  expect(done.headers.get('location')).toBe('/owner?list=tags&result=revoked')
  const reason = 'Somebody else sat the <b>test</b>.'
  expect(await page.store.tags.find(tag.id)).toMatchObject({ revokeReason: reason, revokedAt: page.clock.now() })
  const after = await page.open('/owner?list=tags&result=revoked')
  expect(after.html).toContain('The TrustTag was revoked.')
  expect(after.html).toContain('Somebody else sat the &lt;b&gt;test&lt;/b&gt;.')
  expect(after.html).not.toContain('/owner/revoke')
  expect((await page.mailTo('ann@example.com'))?.text).toContain(reason)
  expect(await log()).toEqual([`owner page: tag.revoke ${tag.id}`])

  const again = await page.act('/owner/revoke', tag.id, 'Once more')
  expect(again.status).toBe(409)
  expect(again.html).toContain('This TrustTag has already been revoked.')
  expect(await log()).toHaveLength(1)
})

test('without a reason, or with one that is too long, revokes nothing and keeps the typed text', async () => {
  const { page, tag, log } = await openWithPurchase()
  const empty = await page.act('/owner/revoke', tag.id, '  ')
  expect(empty.status).toBe(400)
  expect(empty.html).toContain('Enter a reason.')
  const long = await page.act('/owner/revoke', tag.id, 'x'.repeat(501))
  expect(long.status).toBe(400)
  expect(long.html).toContain('x'.repeat(501))
  expect((await page.store.tags.find(tag.id))?.revokedAt).toBeNull()
  expect(await log()).toEqual([])
})

test('refunds the unused part of a purchase, even after the deadline for buyers', async () => {
  const { page, ann, purchaseId, log } = await openWithPurchase()
  page.clock.advance(200 * 86_400_000)
  await page.enter(await page.link())
  const done = await page.act('/owner/refund', purchaseId)
  expect(done.headers.get('location')).toBe('/owner?list=purchases&result=refunded')
  expect(await page.givenBack(ann.id)).toEqual([1200])
  const credits = await page.store.credits.listByPurchase(purchaseId)
  expect(credits.map(({ status }) => status).toSorted()).toEqual(['REFUNDED', 'REFUNDED', 'SPENT'])
  const { html } = await page.open('/owner?list=purchases')
  expect(html).not.toContain('/owner/refund')
  const again = await page.act('/owner/refund', purchaseId)
  expect(again.status).toBe(409)
  expect(again.html).toContain('This purchase has no unused credits to refund.')
  expect(await page.givenBack(ann.id)).toEqual([1200])
  expect(await log()).toEqual([`owner page: purchase.refund ${purchaseId}`])
})

test('saves, shows, changes and deletes a note', async () => {
  const { page, purchaseId, log } = await openWithPurchase()
  await page.act('/owner/note', purchaseId, 'Paid by <her> employer')
  const asked = await page.open(`/owner/note?id=${purchaseId}`)
  expect(asked.html).toContain('>\nPaid by &lt;her&gt; employer</textarea')
  await page.act('/owner/note', purchaseId, '')
  expect((await page.store.tagOrders.find(purchaseId))?.note).toBe('')
  expect(await log()).toEqual(Array(2).fill(`owner page: purchase.note ${purchaseId}`))
  const [last] = await page.store.auditLog.list('app_shop', 'test', 1)
  expect(last?.detail).toEqual({ before: 'Paid by <her> employer', note: '' })
})

test.each(['missing', 'wrong', 'of another session'])('ignores a form whose token is %s', async (which) => {
  const { page, tag, purchaseId, log } = await openWithPurchase()
  const other = formTokenOf((await page.open()).html)
  await page.enter(await page.link())
  const fields = which === 'missing' ? {} : { form: which === 'wrong' ? 'x' : other }
  const before = page.dumpDatabase()
  for (const [path, id] of [
    ['/owner/revoke', tag.id],
    ['/owner/refund', purchaseId],
    ['/owner/note', purchaseId],
    ['/owner/logout', ''],
  ] as const) {
    const { status } = await page.submit(path, { ...fields, id, text: 'words' })
    expect([path, status]).toEqual([path, 403])
  }
  expect(page.dumpDatabase()).toEqual(before)
  expect(await log()).toEqual([])
})

test('ignores a form from another site, even with a valid token', async () => {
  const { page, tag } = await openWithPurchase()
  const form = formTokenOf((await page.open()).html)
  const fields = { form, id: tag.id, text: 'words' }
  const { status } = await page.submit('/owner/revoke', fields, { 'sec-fetch-site': 'cross-site' })
  expect(status).toBe(403)
  expect((await page.store.tags.find(tag.id))?.revokedAt).toBeNull()
})

test('does nothing without a session', async () => {
  const { page, tag, purchaseId } = await openWithPurchase()
  const form = formTokenOf((await page.open()).html)
  for (const [path, id] of [
    ['/owner/revoke', tag.id],
    ['/owner/refund', purchaseId],
    ['/owner/note', purchaseId],
  ] as const) {
    expect((await page.open(`${path}?id=${id}`, {})).status).toBe(401)
    expect((await page.submit(path, { form, id, text: 'words' }, { cookie: '' })).status).toBe(401)
  }
  expect((await page.store.tags.find(tag.id))?.revokedAt).toBeNull()
})

test('hides records of another app or of live mode', async () => {
  const { page, tag, purchaseId, log } = await openWithPurchase()
  for (const [appId, mode] of [
    ['app_trusttag', 'test'],
    ['app_shop', 'live'],
  ] as const) {
    await page.enter(await page.link(appId, mode))
    for (const list of ['members', 'attempts', 'purchases', 'tags', 'signups', 'audit']) {
      const { status, html } = await page.open(`/owner?list=${list}`)
      expect(status).toBe(200)
      for (const theirs of ['ann@example.com', tag.id, purchaseId, tag.attemptId]) expect(html).not.toContain(theirs)
    }
    const form = formTokenOf((await page.open()).html)
    for (const [path, id] of [
      ['/owner/revoke', tag.id],
      ['/owner/refund', purchaseId],
      ['/owner/note', purchaseId],
    ] as const) {
      expect((await page.open(`${path}?id=${id}`)).status).toBe(404)
      expect((await page.submit(path, { form, id, text: 'words' })).status).toBe(404)
    }
  }
  expect(await log()).toEqual([])
})
