import { modalResult, openModal, password, typeCode, unfoldFields } from './account-modals'
import { openState } from './gallery'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'
import { slow } from './slow-tier'

test('a signup raises its event, joins the plan it was opened with, and stores the session', async ({
  page,
  urls,
  email,
}) => {
  const dialog = await openModal(page, urls.demo, 'SIGNUP', { signup: { plans: ['pln_free', '<img>'] } })
  const event = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('membership.signup', () => resolve('raised'))),
  )
  await unfoldFields(dialog)
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  expect(await event).toBe('raised')
  expect(await modalResult(page)).toMatchObject({
    type: 'SIGNUP',
    data: {
      member: { auth: { email }, customFields: { 'first-name': 'Ada' }, planConnections: [{ planId: 'pln_free' }] },
    },
  })
  await expect(page.getByText(email).first()).toBeAttached()
})

test('hidden and admin-only fields are not shown', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'SIGNUP')
  await unfoldFields(dialog)
  await expect(dialog.getByLabel('Company')).toBeVisible()
  await expect(dialog.getByText('Internal note')).toHaveCount(0)
})

test('a filled honeypot sends nothing and shows nothing', async ({ page, urls, email }) => {
  const dialog = await openModal(page, urls.demo, 'SIGNUP')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const before = await dialog.getByRole('textbox').count()
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const honeypot = dialog.locator('[aria-hidden=true] input')
  expect(await honeypot.getAttribute('tabindex')).toBe('-1')
  const box = await dialog.locator('[aria-hidden=true]:has(> input)').boundingBox()
  expect((box?.width ?? 9) * (box?.height ?? 9)).toBeLessThanOrEqual(1)
  await honeypot.evaluate((input) => {
    if (input instanceof HTMLInputElement) input.value = 'https://spam.example'
  })
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByLabel('Email address')).toHaveValue('')
  expect(await dialog.getByRole('textbox').count()).toBe(before)
  expect(sent.filter((url) => url.includes('/auth/'))).toEqual([])
})

test(
  'a taken email is reported, the input stays, and the captcha restarts',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    expectedConsole.push(/status of 4\d\d/)
    await signUp(urls.api, { email, password })
    const dialog = await openState(page, urls.demo, { screen: 'signup', state: 'every-field' })
    const challenges: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/captcha/challenge')) challenges.push(request.url())
    })
    await unfoldFields(dialog)
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Country').selectOption('Canada')
    await dialog.getByLabel('I accept the terms').check()
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    const submit = dialog.getByRole('button', { name: 'Sign up', exact: true })
    const tries = async (): Promise<unknown> => {
      const [response] = await Promise.all([page.waitForResponse(/\/auth\/signup/), submit.click()])
      await expect(dialog.getByLabel('Email address')).toHaveAccessibleDescription(/already an account/)
      await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toHaveText([/already an account/])
      const body: { captchaToken?: unknown } = response.request().postDataJSON()
      return body.captchaToken
    }
    const first = await tries()
    expect(first).toEqual(expect.stringMatching(/.{20}/))
    await expect(dialog.getByLabel('First name')).toHaveValue('Ada')
    await expect(dialog.getByLabel('Country')).toHaveValue('Canada')
    await expect(dialog.getByLabel('Email address')).toHaveValue(email)
    const second = await tries()
    expect(second).toEqual(expect.stringMatching(/.{20}/))
    expect(second).not.toBe(first)
    expect(challenges.length).toBeGreaterThanOrEqual(2)
  },
)

test('a signup by mailed code keeps the input, also after Back, and creates the member', async ({
  page,
  urls,
  email,
}) => {
  const dialog = await openModal(page, urls.demo, 'SIGNUP', { signup: { plans: ['pln_free'] } })
  await unfoldFields(dialog)
  await dialog.getByLabel('First name').fill('Grace')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Continue with Email' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Continue with Email' }).click()
  await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('Grace')
  await expect(dialog.getByLabel('Email address')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Continue with Email' }).click()
  await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await typeCode(dialog, await codeFromMailbox(urls.api, email, 2))
  expect(await modalResult(page)).toMatchObject({
    type: 'SIGNUP',
    data: {
      member: {
        auth: { email, hasPassword: false },
        verified: true,
        customFields: { 'first-name': 'Grace' },
        planConnections: [{ planId: 'pln_free' }],
      },
    },
  })
})
