import { linkFromMailbox } from '../mailbox'
import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { storeSession } from '../store-session'

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('data-ms-action="resend-verification-email": mails the link again, until the address is verified', async ({
  page,
  urls,
  email,
  openTab,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 409/)
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/actions/resend-verification-email.html`)
  const button = page.getByRole('button', { name: 'Send the mail again' })
  await button.click()
  await expect(page.getByText('We have sent you an email.')).toBeVisible()

  const mailed = await openTab()
  await mailed.goto(await linkFromMailbox(urls.api, email, '/account/verify-email'))
  await mailed.getByLabel('Password').fill('a-good-password')
  await mailed.getByRole('button', { name: 'Verify email' }).click()
  await expect(mailed.getByRole('heading', { level: 1 })).not.toHaveText('Verify your email address')
  // This page does not know about it yet.
  await button.click()
  await expect(page.getByText('This email address is already verified.')).toBeVisible()
  await expect(button).toBeHidden()
})

test('data-ms-action="resend-verification-email": hidden from visitors', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/actions/resend-verification-email.html`)
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the mail again' })).toHaveCount(0)
})

test('data-ms-action="login-redirect": takes a member to the redirect of a login', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  // The demo app has no such redirect: add one to the real response.
  await page.route(`${urls.api}/app-member`, async (route) => {
    const response = await route.fetch()
    const answer: { data: { member: object } } = await response.json()
    Object.assign(answer.data.member, { loginRedirect: '/member-data/text.html' })
    await route.fulfill({ response, json: answer })
  })
  await page.goto(`${urls.demo}/actions/login-redirect.html`)
  await page.getByRole('link', { name: 'Your page' }).click()
  await expect(page).toHaveURL(`${urls.demo}/member-data/text.html`)
  await expect(page.getByText(email)).toBeVisible()
})

test('data-ms-action="login-redirect": keeps the author’s link for a member without a login redirect', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/actions/login-redirect.html`)
  await page.getByRole('link', { name: 'Your page' }).click()
  await expect(page).toHaveURL(`${urls.demo}/members/`)
})

test('data-ms-action="profile-image": uploads the chosen file, and every image shows it', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/actions/profile-image.html`)
  const button = page.getByRole('button', { name: 'Choose a picture' })
  const image = page.getByRole('img', { name: 'Your image' })
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
    await chooser.setFiles({ name, mimeType, buffer })
  }
  await choose('note.txt', 'text/plain', Buffer.from('no image'))
  await expect(page.getByText('File is not an image.')).toBeVisible()
  await choose('huge.png', 'image/png', Buffer.alloc(4_000_001))
  await expect(page.getByText('Image must be less than 4MB.')).toBeVisible()
  await expect(image).toHaveAttribute('src', '/icon.svg')
  for (const time of ['first', 'second']) {
    const before = await image.getAttribute('src')
    await choose('me.png', 'image/png', onePixel)
    await expect(image, `the ${time} time`).not.toHaveAttribute('src', before ?? '')
    await expect(image).toHaveAttribute('src', new RegExp(`^${urls.api}/`))
  }
  await expect(page.getByText('Your profile image has been updated.')).toBeVisible()
  await expect.poll(() => image.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBeGreaterThan(0)
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(image).toHaveAttribute('src', '/icon.svg')
})

test('data-ms-action="profile-image": tells a visitor to log in', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/actions/profile-image.html`)
  await page.getByRole('button', { name: 'Choose a picture' }).press('Enter')
  await expect(page.getByText('Please log in.')).toBeVisible()
})

test('data-ms-member="profile-image": replaces the author’s images, including picture elements and copies, until the logout', async ({
  page,
  urls,
  email,
}) => {
  const token = await signUp(urls.api, { email, password: 'a-good-password' })
  const body = new FormData()
  body.append('profileImage', new Blob([onePixel], { type: 'image/png' }), 'me.png')
  const headers = { Authorization: `Bearer ${token}`, 'X-APP-ID': 'app_demo' }
  const answer = await fetch(`${urls.api}/member/profile-image`, { method: 'POST', headers, body })
  const stored: { data: { profileImage: string } } = await answer.json()

  await page.goto(`${urls.demo}/member-data/image.html`)
  const images = page.locator('img[data-ms-member="profile-image"]')
  const seen = () => images.evaluateAll((all) => all.map((one) => Reflect.get(one, 'currentSrc')))
  const authors = [`${urls.demo}/icon.svg`, `${urls.demo}/icon.svg?wide`]
  await expect.poll(seen).toEqual(authors)
  await page.evaluate((login) => window.$memberstackDom?.loginMemberEmailPassword(login), {
    email,
    password: 'a-good-password',
  })
  await expect.poll(seen).toEqual(Array(2).fill(stored.data.profileImage))
  // As sliders do for endless loops.
  await page.locator('section', { has: images }).evaluate((card) => card.after(card.cloneNode(true)))
  await expect.poll(seen).toEqual(Array(4).fill(stored.data.profileImage))
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect.poll(seen).toEqual([...authors, ...authors])
})
