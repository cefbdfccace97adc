import { expect, test } from './product-test'
import { serveHtml } from './serve-html'
import { addAuthenticator, enterVerified } from './virtual-authenticator'

test('data-ms-action="add-passkey", data-ms-auth-provider="passkey": a member adds a passkey and logs in with it, without an email', async ({
  page,
  urls,
  email,
}) => {
  const authenticator = await addAuthenticator(page)
  await enterVerified(page, { ...urls, email })
  await authenticator.during(async () => {
    await page.getByRole('button', { name: 'Add a passkey for this device' }).click()
    await expect(page.locator('#ms-message')).toContainText('Your passkey was added.')
  })
  const [credential] = await authenticator.credentials()
  expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })
  expect(Buffer.from(credential?.userHandle ?? '', 'base64')).toHaveLength(32)

  // The virtual authenticator would choose the entry of the autofill before the click.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto(`${urls.demo}/forms/passkeys.html`)
  await authenticator.during(async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  })
})

test('a passkey in the autofill of an existing login form logs in, and data-ms-auth-passkey="off" switches that off', async ({
  page,
  urls,
  email,
}) => {
  const authenticator = await addAuthenticator(page)
  await enterVerified(page, { ...urls, email })
  await authenticator.during(async () => {
    await page.getByRole('button', { name: 'Add a passkey for this device' }).click()
    await expect(page.locator('#ms-message')).toContainText('Your passkey was added.')
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto(`${urls.demo}/forms/passkeys.html`)
  const [withPasskeys, without] = [page.locator('form').first(), page.locator('form').nth(1)]
  await expect(withPasskeys.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(without.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  // The virtual authenticator chooses the only entry of the autofill as soon as the page offers it.
  await authenticator.during(async () => {
    await page.reload()
    await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  })
})

test('a page in a foreign frame gets no login, even if its parent allows passkeys there', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40\d/)
  const authenticator = await addAuthenticator(page)
  await enterVerified(page, { ...urls, email })
  await authenticator.during(async () => {
    await page.getByRole('button', { name: 'Add a passkey for this device' }).click()
    await expect(page.locator('#ms-message')).toContainText('Your passkey was added.')
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  const outer = await serveHtml(
    `<!doctype html><iframe allow="publickey-credentials-get *" src="${urls.demo}/forms/passkeys.html"></iframe>`,
  )
  await page.goto(outer.url)
  const frame = (await (await page.locator('iframe').elementHandle())?.contentFrame())!
  await frame.waitForFunction(() => window.$memberstackReady)
  const refusal = await authenticator.during(() =>
    frame.evaluate(() =>
      window.$memberstackDom!.loginMemberPasskey().then(
        () => 'logged in',
        (error: { code: string }) => error.code,
      ),
    ),
  )
  expect(refusal).toBe('passkey-refused')
  outer.close()
})

test('the login modal has a button for passkeys, also for a synced one', async ({ page, urls, email }) => {
  // The autofill would log in before the click.
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
  })
  const authenticator = await addAuthenticator(page, { isSynced: true })
  await enterVerified(page, { ...urls, email })
  await page.evaluate(() => void window.$memberstackDom?.openModal('PROFILE', { tab: 'security' }))
  const dialog = page.getByRole('dialog')
  await authenticator.during(async () => {
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(dialog.getByText('Synced')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.evaluate(() => void window.$memberstackDom?.openModal('LOGIN'))
  await authenticator.during(async () => {
    await dialog.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  })
})

test('two devices, a removed passkey, and a person who cannot be verified', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40\d/)
  const first = await addAuthenticator(page)
  await enterVerified(page, { ...urls, email })
  const add = page.getByRole('button', { name: 'Add a passkey for this device' })
  await first.during(async () => {
    await add.click()
    await expect(page.locator('#ms-message')).toContainText('Your passkey was added.')
  })
  // The same device again: it has one.
  await first.during(async () => {
    await add.click()
    await expect(page.locator('#ms-message')).toContainText('already has a passkey')
  })
  const removed = await page.evaluate(async () => {
    const client = window.$memberstackDom!
    const { data } = await client.getMemberPasskeys()
    return client.removeMemberPasskey({ passkeyId: data.passkeys[0]?.id ?? '' })
  })
  expect(removed.data.id).toMatch(/^psk_/)
  await page.getByRole('button', { name: 'Log out' }).click()
  // Chromium's Signal API may have removed it from the authenticator too; both refuse.
  const refusal = await first.during(() =>
    page.evaluate(() =>
      window.$memberstackDom!.loginMemberPasskey().then(
        () => 'logged in',
        (error: { code: string }) => error.code,
      ),
    ),
  )
  expect(['passkey-not-found', 'passkey-canceled']).toContain(refusal)
})

test('without a verified person, and after a cancel, no one is logged in', async ({ page, urls, email }) => {
  const authenticator = await addAuthenticator(page)
  await enterVerified(page, { ...urls, email })
  await authenticator.during(async () => {
    await page.getByRole('button', { name: 'Add a passkey for this device' }).click()
    await expect(page.locator('#ms-message')).toContainText('Your passkey was added.')
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await authenticator.verifies(false)
  const attempt = () =>
    page.evaluate(() =>
      window.$memberstackDom!.loginMemberPasskey().then(
        () => 'logged in',
        (error: { code: string }) => error.code,
      ),
    )
  expect(await authenticator.during(attempt)).toBe('passkey-canceled')
  const aborted = await page.evaluate(() => {
    const end = new AbortController()
    setTimeout(() => end.abort(), 300)
    return window.$memberstackDom!.loginMemberPasskey({ signal: end.signal }).then(
      () => 'logged in',
      (error: { code: string }) => error.code,
    )
  })
  expect(aborted).toBe('request-aborted')
})
