import { codeFromMailbox, linkFromMailbox } from '../mailbox'
import { expect, test } from '../product-test'
import { expectNeither, expectSide, openAsMember, openAsVisitor } from '../watch-gates'

const signUpOnPage = { password: 'a-good-password', plans: [{ planId: 'pln_free' }] }

test('data-ms-content="members": shown to members only, and !members to visitors', async ({ page, urls, email }) => {
  await openAsVisitor(page, `${urls.demo}/gating/members.html`)
  await expectSide(page, 'members', 'opposite')
  const forEverybody = page.locator('#for-everybody')
  await forEverybody.evaluate((element) => element.setAttribute('data-ms-content', ''))
  await expect(forEverybody).toBeVisible()
  await openAsMember(page, urls, '/gating/members.html', email)
  await expectSide(page, 'members', 'value')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('#for-visitors')).toBeVisible()
  await expect(page.locator('#for-members')).toHaveCount(0)
})

test('data-ms-content="verified": shown once the email address is verified', async ({ page, urls, email }) => {
  await openAsVisitor(page, `${urls.demo}/gating/account.html`)
  await expectNeither(page, 'verified')
  await openAsMember(page, urls, '/gating/account.html', email)
  await expectSide(page, 'verified', 'opposite')
  await page.evaluate(() => window.$memberstackDom?.sendMemberVerificationEmail())
  await page.goto(await linkFromMailbox(urls.api, email, '/account/verify-email'))
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Verify email' }).click()
  await page.waitForLoadState()
  await page.goto(`${urls.demo}/gating/account.html`)
  await expectSide(page, 'verified', 'value')
})

test('data-ms-content="has-password": shown to members with a password, not after a sign-up by code', async ({
  page,
  urls,
  email,
}) => {
  await openAsVisitor(page, `${urls.demo}/gating/account.html`)
  await expectSide(page, 'has-password', 'opposite')
  await page.evaluate((to) => window.$memberstackDom?.sendMemberSignupPasswordlessEmail({ email: to }), email)
  const code = await codeFromMailbox(urls.api, email)
  await page.evaluate(
    ([to, token]) =>
      window.$memberstackDom?.signupMemberPasswordless({ email: to ?? '', passwordlessToken: token ?? '' }),
    [email, code],
  )
  await expect(page.getByText('You are logged in')).toBeVisible()
  await expectSide(page, 'has-password', 'opposite')
  await page.evaluate(() => window.$memberstackDom?.setPassword({ password: 'a-good-password' }))
  await expect(page.locator('[data-ms-content="has-password"]')).toBeVisible()
  await expect(page.locator('[data-ms-content="!has-password"]')).toHaveCount(0)
  await page.reload()
  await expectSide(page, 'has-password', 'value')
})

test('data-ms-content="is-admin": shown to moderators, not to other members', async ({ page, urls, email }) => {
  await openAsMember(page, urls, '/gating/account.html', email)
  await expectSide(page, 'is-admin', 'opposite')
  await openAsMember(page, urls, '/gating/account.html', `moderator-${email}`, { isModerator: true })
  await expectSide(page, 'is-admin', 'value')
})

test('data-ms-content="is-admin": shown to members with the permission, not to visitors', async ({
  page,
  urls,
  email,
}) => {
  await openAsVisitor(page, `${urls.demo}/gating/account.html`)
  await expectSide(page, 'is-admin', 'opposite')
  await openAsMember(page, urls, '/gating/account.html', email, { permissions: ['admin'] })
  await expectSide(page, 'is-admin', 'value')
})

test('data-ms-content with a group’s key or a plan’s id: follows the plans, without a reload', async ({
  page,
  urls,
  email,
}) => {
  await openAsVisitor(page, `${urls.demo}/gating/groups.html`)
  for (const value of ['members-area', 'free-area', 'pro-area', 'pln_free']) await expectSide(page, value, 'opposite')
  await page.evaluate((params) => window.$memberstackDom?.signupMemberEmailPassword(params), { ...signUpOnPage, email })
  for (const value of ['members-area', 'free-area', 'pln_free']) {
    await expect(page.locator(`[data-ms-content="${value}"]`)).toBeVisible()
    await expect(page.locator(`[data-ms-content="!${value}"]`)).toHaveCount(0)
  }
  await page.reload()
  for (const value of ['members-area', 'free-area', 'pln_free']) await expectSide(page, value, 'value')
  await expectSide(page, 'pro-area', 'opposite')
})
