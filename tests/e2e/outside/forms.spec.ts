import { codeFromMailbox } from '../mailbox'
import { preventReload } from '../prevent-reload'
import { currentEmail, expect, ready, stayLoggedIn, test } from './outside-test'

test('a builder’s login with a popup with the same ids, a password toggle and a “remember me” box: logs in and redirects', async ({
  page,
  outside,
  site,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await page.goto(`${outside}/login.html`)
  const form = page.locator('.main')
  await form.getByLabel('Email address').fill(member.email)
  await form.locator('[name=Password]').fill('not-the-password')
  await form.getByRole('button', { name: 'Show' }).click()
  await form.getByLabel('Remember me').check()
  await form.getByRole('button', { name: 'Log in now' }).click()
  await expect(form.locator('.w-form-fail')).toBeVisible()
  await expect(form.locator('[name=Password]')).toHaveValue('not-the-password')
  await expect(form.getByRole('button', { name: 'Log in now' })).toBeEnabled()

  await form.getByText('Reset it.').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await form.locator('[name=Password]').fill(member.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${outside}/course.html`)
  await expect(page.getByRole('heading', { name: 'Course of Ada' })).toBeVisible()
  expect(site.received.filter(({ url, body }) => `${url}${body}`.includes(member.password))).toEqual([])
})

test('a builder’s signup: custom checkboxes, radio buttons that share a value, hidden fields, and values set by scripts', async ({
  page,
  outside,
  email,
}) => {
  await preventReload(page)
  await page.goto(`${outside}/signup.html`)
  await ready(page)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByLabel('Size').selectOption('Second')
  await page.getByText('News').click()
  await expect(page.locator('.w--redirected-checked')).toHaveCount(1)
  await page.getByLabel('Sewing').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  expect(await currentEmail(page)).toBe(undefined)
  await page.getByLabel('I agree to the terms').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Welcome aboard.')).toBeVisible()
  const member = await page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data)
  expect(member?.customFields).toMatchObject({
    'first-name': 'Grace',
    'plan-size': 'Second',
    newsletter: true,
    topics: 'sewing',
    company: 'spring-fair',
    about: 'from /outside/signup.html',
  })
  expect(member?.planConnections.map(({ planId }) => planId)).toEqual(['pln_free'])
})

test('a page’s own checks come first: validity, and a listener that stops the submit', async ({
  page,
  outside,
  email,
}) => {
  await preventReload(page)
  await page.goto(`${outside}/confirm.html`)
  await ready(page)
  const again = page.getByLabel('Confirm')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await again.pressSequentially('another')
  await page.getByRole('button', { name: 'Sign up' }).click()
  expect(await again.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe('They differ')
  await again.fill('')
  await again.pressSequentially('a-good-password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toHaveText('You have to be 16')
  expect(await currentEmail(page)).toBe(undefined)
  await page.getByLabel('I am 16 or older').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('You are in')).toBeVisible()
})

test('a page that handles the submit and calls the client itself is the only sender', async ({
  page,
  outside,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/.*no-such-field.*/)
  await page.goto(`${outside}/own-submit.html`)
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.locator('#state')).toHaveText(`Hello ${email}, {"colours":["red"]}`)
  expect(await page.evaluate(() => Reflect.get(window, 'calls'))).toBe(1)
  expect(await currentEmail(page)).toBe(email)
})

test('of several passwordless forms with the same ids, the visible one is used', async ({
  page,
  outside,
  urls,
  email,
}) => {
  await page.goto(`${outside}/passwordless.html`)
  await ready(page)
  await page.getByRole('button', { name: 'Plan B' }).click()
  const form = page.locator('#plan-b')
  await form.getByLabel('Email').fill(email)
  await expect(form.getByLabel('Code')).toBeHidden()
  await form.getByRole('button', { name: 'Send the code' }).click()
  await form.getByLabel('Code').fill(await codeFromMailbox(urls.api, email))
  await form.getByRole('button', { name: 'Confirm and sign up' }).click()
  await expect(page.getByText('The free area is yours')).toBeVisible()
})

test('both steps of a forgotten password on one page: the code, the new password, and the redirect', async ({
  page,
  outside,
  urls,
  member,
}) => {
  await page.goto(`${outside}/reset.html`)
  await ready(page)
  await page.locator('#ask').getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('Look into your mail.')).toBeVisible()
  await page.getByLabel('Code').fill(await codeFromMailbox(urls.api, member.email))
  await page.getByLabel('New password').fill('quite-another-one')
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.waitForURL(`${outside}/login.html?reset`)
})

test('data-ms-form on an element around a form applies to the form', async ({
  page,
  outside,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(/data-ms-form="login".*form/)
  await page.goto(`${outside}/wrapper.html`)
  await ready(page)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${outside}/course.html`)
})

test('a settings page: several profile forms, custom checkboxes, an onboarding flag, a button elsewhere, an image block', async ({
  page,
  outside,
  member,
}) => {
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/settings.html`)
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Hi Ada' })).toBeVisible()
  await expect(page.locator('label[for=first]')).toHaveText('Ada')
  await expect(page.locator('#first')).toHaveValue('Ada')
  const form = page.locator('#wf-form-Profile')
  await form.getByLabel('About').fill('I make engines')
  await form.getByText('Reading').click()
  await form.getByText('Writing').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Thank you! Saved.')).toBeVisible()
  await expect(form).toBeVisible()

  await page.reload()
  await ready(page)
  await expect(page.locator('.w--redirected-checked')).toHaveCount(2)
  await expect(form.getByLabel('About')).toHaveValue('I make engines')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(`${outside}/settings.html?done`)
  const fields = await page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data?.customFields)
  expect(fields).toMatchObject({ 'last-name': 'Lovelace', company: 'onboarded', skills: 'Reading, Writing' })

  const chooser = page.waitForEvent('filechooser')
  await page.getByText('Upload', { exact: true }).click()
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await expect(page.locator('.picture img')).toHaveAttribute('src', /^http/)
  await expect(page.locator('.picture img')).not.toHaveAttribute('srcset')
})
