import { Secret, TOTP } from 'otpauth'
import { faults, openScreen, ownConsoleTest as test } from './console-page'
import { mailsTo } from './mailbox'
import { expect } from './product-test'
import { addAuthenticator, enterVerified } from './virtual-authenticator'
import { waitUntil } from '../support/wait-until'

test('an owner turns a member’s second step off, removes a passkey and emails a login; the member is told', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const authenticator = await addAuthenticator(page)
  await enterVerified(page, { ...urls, email, password: 'a-good-password' })
  await page.waitForFunction(() => window.$memberstackReady)
  const member = await page.evaluate(async () => (await window.$memberstackDom!.getCurrentMember()).data?.id ?? '')
  const secret = await page.evaluate(async () => (await window.$memberstackDom!.startMemberTotp()).data.secret)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await page.evaluate(async (typed) => window.$memberstackDom!.confirmMemberTotp({ code: typed }), code)
  await authenticator.during(() => page.evaluate(async () => void (await window.$memberstackDom!.addMemberPasskey())))

  await openScreen(page, urls.api, `members/${member}`)
  const card = page.getByRole('region', { name: 'Login' })
  await expect(card.getByText('On, 10 recovery codes left.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  const dialog = page.getByRole('alertdialog')
  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog).toContainText('10 recovery codes')
  expect(await faults(page, 'second step off')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByText('On, 10 recovery codes left.')).toBeVisible()
  await card.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByText('Off', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: /^Remove the passkey/ }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText(/^Passkey:/)).toHaveCount(0)
  await card.getByRole('button', { name: 'Email a login' }).click()
  const wanted = [/was changed/, /was changed/, /login/]
  await waitUntil('the member is told of each change', async () => {
    const subjects = (await mailsTo(urls.api, email)).map(({ subject }) => subject)
    return wanted.every((one, at) => subjects.filter((subject) => one.test(subject)).length > (at === 0 ? 1 : 0))
  })
})
