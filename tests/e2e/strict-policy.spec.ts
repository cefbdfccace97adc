import { MODAL_WIDTH_PX } from '../../contract/limits'
import { expectModalGone } from './account-modals'
import { expect, test } from './product-test'
import { sitePages } from './site-pages'

test('the widget works under the strictest policy, dialog included, and the console stays empty', async ({
  page,
  urls,
  email,
}) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  const answer = await page.goto(`${urls.demo}/csp/strict.html`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'nonce-n' 'strict-dynamic'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")

  await page.getByRole('button', { name: 'Log in, in a dialog' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  // Its style sheet was allowed.
  await expect.poll(async () => (await dialog.locator('[part=panel]').boundingBox())?.width).toBe(MODAL_WIDTH_PX)
  await page.keyboard.press('Escape')
  await expectModalGone(page)

  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toHaveCount(0)
  expect(messages).toEqual([])
})

test('the TrustTag site serves every page under its policy', async ({ request, urls }) => {
  for (const { path, status } of sitePages) {
    const answer = await request.get(urls.site + path)
    expect([path, answer.status()]).toEqual([path, status])
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain(`script-src 'self' ${urls.api}`)
    expect(policy, path).not.toContain('unsafe')
  }
})
