import { mailsTo } from './mailbox'
import { expect, test } from './product-test'

const OWNER = 'owner@trusttag.example'

test('an organization sends an inquiry: the owner gets it, the sender a confirmation', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.site}/partnership`)
  await page.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(page.getByLabel('Organization name')).toBeFocused()
  await expect(page.getByText('Please enter the name of your organization.')).toBeVisible()
  await page.getByLabel('Type of organization').selectOption('NGO')
  await page.getByLabel('Organization name').fill(`Harbor Works ${email}`)
  await page.getByLabel('Contact name').fill('Grace Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('What would you use TrustTag for?').fill('We train welders.')
  await page.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused()
  await expect(page.getByText('within 24 hours')).toBeVisible()
  await expect.poll(async () => (await mailsTo(urls.api, email)).map(({ subject }) => subject)).toHaveLength(1)
  const toOwner = (await mailsTo(urls.api, OWNER)).find(({ text }) => text.includes(`Harbor Works ${email}`))
  expect(toOwner).toMatchObject({ replyTo: email })
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(`${urls.site}/`)
})

test('an unsent question stays, and is sent with the next try', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /sendContactMessage failed/)
  await page.goto(`${urls.site}/contact`)
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill('Do you test beekeepers?')
  await page.route('**/inbox/messages', (route) => route.abort())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your message could not be sent. Please try again.')
  await expect(page.getByLabel('Message')).toHaveValue('Do you test beekeepers?')
  await page.unroute('**/inbox/messages')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  await expect.poll(async () => (await mailsTo(urls.api, email)).length).toBe(1)
})

test('a skill is found by keyboard', async ({ page, urls }) => {
  await page.goto(`${urls.site}/create-trust-tag`)
  const trades = page.getByRole('button', { name: /^Skilled Trades & Construction/ })
  await trades.focus()
  await page.keyboard.press('Enter')
  await expect(trades).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Electrician', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Electrician Technical Assessment' })).toBeVisible()
  await expect(page.locator('legend')).toBeFocused()
  await page.getByRole('button', { name: 'Back to Skills' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Search skills' }).fill('cdl')
  await expect(page.getByRole('status')).toHaveText('1 skill matches.')
  await page.getByRole('button', { name: /Truck Driver/ }).click()
  await expect(page.getByRole('heading', { name: 'Truck Driver (CDL) Technical Assessment' })).toBeVisible()
})
