import { auditDetailTexts } from '../../console/texts/english/audit'
import { consoleTest as test, loaded, logIn } from './console-page'
import { callAdmin } from './console-world'
import { expect } from './product-test'

test('the audit log says in words what the details of an entry are', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  const { id } = await callAdmin(urls.api, 'POST', 'members', { email, plans: [{ planId: 'pln_free' }] })
  await callAdmin(urls.api, 'PATCH', `members/${id}`, { customFields: { 'first-name': 'Ida' } })
  await logIn(page, `${urls.api}/console/apps/app_demo/audit-log?subject=${id}`)
  await loaded(page)
  const details = page.locator('.audit-detail li')
  await expect(details).toHaveText(['Fields: customFields.first-name', 'Plans: pln_free'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await loaded(page)
  await expect(page.getByRole('row').or(page.getByRole('listitem')).nth(3)).toBeVisible()
  const words = new Set(Object.values(auditDetailTexts.get()).map((word) => `${word}:`))
  const names = await details.locator('.muted').allTextContents()
  expect(names.filter((name) => !words.has(name))).toEqual([])
})
