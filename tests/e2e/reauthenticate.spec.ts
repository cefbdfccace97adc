import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { addConsentBar } from './account-modals'
import { linkFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { addAuthenticator, enterVerified } from './virtual-authenticator'

/** What an authenticator app reads in the QR code, here on a dark page. */
async function scanned(page: Page): Promise<string> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const picture = await page.getByRole('img', { name: 'QR code for your authenticator app' }).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('data-ms-modal="add-passkey", data-ms-modal="second-factor-setup", data-ms-modal="reauthenticate": each opens its modal', async ({
  page,
  urls,
  email,
}) => {
  await enterVerified(page, { ...urls, email })
  const openers = [
    ['Offer a passkey', 'Add a passkey'],
    ['Set up two steps', 'Set up two-step verification'],
    ['Confirm who I am', 'Confirm it’s you'],
  ] as const
  for (const [button, name] of openers) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    if (button === 'Set up two steps') expect(await scanned(page)).toMatch(/^otpauth:\/\/totp\/Demo/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
})

for (const hasBar of [false, true])
  test(`an action that needs a proof asks over the profile, and happens after the passkey${hasBar ? ', beside a consent bar' : ''}`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 403/)
    const password = 'a-good-password'
    const authenticator = await addAuthenticator(page)
    await enterVerified(page, { ...urls, email, password })
    await page.waitForFunction(() => window.$memberstackReady)
    await authenticator.during(() => page.evaluate(() => window.$memberstackDom!.addMemberPasskey()))
    const { secret } = (await page.evaluate(() => window.$memberstackDom!.startMemberTotp())).data
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await page.evaluate((typed) => window.$memberstackDom!.confirmMemberTotp({ code: typed }), code)
    await page.evaluate(() => window.$memberstackDom!.logout())
    // This browser may now skip the second step, and such a login is no proof.
    await authenticator.during(() => page.evaluate(() => window.$memberstackDom!.loginMemberPasskey()))
    await page.evaluate(() => window.$memberstackDom!.logout())
    const login = { email, password }
    await page.evaluate((given) => window.$memberstackDom!.loginMemberEmailPassword(given), login)
    const before = await page.evaluate(() => window.$memberstackDom!.getMemberCookie())

    // Neither dialog is modal then.
    if (hasBar) await addConsentBar(page)
    await page.evaluate(() => void window.$memberstackDom!.openModal('PROFILE', { tab: 'security' }))
    const profile = page.getByRole('dialog', { name: 'My Profile' })
    const field = profile.getByLabel('Email address')
    await field.fill('typed@example.com')
    const renew = profile.getByRole('button', { name: 'New recovery codes' })
    await renew.click()
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(question).toContainText('New recovery codes')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(profile).toContainText('Please log in again to do this.')
    await expect(field).toHaveValue('typed@example.com')

    await renew.click()
    await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    // Where a password manager puts its menu: a dialog that is not inert.
    const around = () => document.activeElement?.closest('dialog')?.ariaLabel
    expect(await page.evaluate(around)).toBe('Confirm it’s you')
    await authenticator.during(async () => {
      await question.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(profile.getByText('Each code logs you in once')).toBeVisible()
    })
    await expect(question).toBeHidden()
    await expect(field).toHaveValue('typed@example.com')
    expect(await page.evaluate(() => window.$memberstackDom!.getMemberCookie())).not.toBe(before)
  })

test('a new email waits in the profile until its link is opened, and can be canceled', async ({
  page,
  urls,
  email,
}) => {
  await enterVerified(page, { ...urls, email, password: 'a-good-password' })
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => void window.$memberstackDom!.openModal('PROFILE', { tab: 'security' }))
  const profile = page.getByRole('dialog', { name: 'My Profile' })
  const change = async (to: string) => {
    await profile.getByLabel('Email address').fill(to)
    await profile.getByRole('button', { name: 'Change email' }).click()
    await expect(profile).toContainText(`Waiting for ${to}.`)
  }
  await change(`typo-${email}`)
  await profile.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(profile).not.toContainText('Waiting for')
  await change(`new-${email}`)

  await page.goto(await linkFromMailbox(urls.api, `new-${email}`, '/confirm-email'))
  await page.getByRole('button', { name: 'Use this email address' }).click()
  await expect(page.getByRole('status')).toContainText(`now uses new-${email}.`)
  await page.goto(`${urls.demo}/forms/passkeys.html`)
  await expect(page.getByText(`You are logged in as new-${email}.`)).toBeVisible()
})
