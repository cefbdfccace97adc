import { becomeBuyer } from '../checkout'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

const path = '/hosted-content/secure.html'

test('data-ms-secure-html: a visitor gets the author’s content, and no request is sent', async ({ page, urls }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(urls.demo + path)
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(page.getByText('Log in to read the welcome.')).toBeVisible()
  expect(asked.filter((url) => url.includes('secure-content'))).toEqual([])
})

test('data-ms-secure-html: members get each type of content, with one request per id, until the logout', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  // The browser logs the two refusals for plans that this member lacks.
  expectedConsole.push(/status of 403/)
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/secure-content') && request.method() === 'POST') asked.push(request.postDataJSON())
  })
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(urls.demo + path)
  const at = (id: string) => page.locator(`[data-ms-secure-html="${id}"]`)
  await expect(page.getByRole('heading', { name: 'Welcome to the members area' })).toBeVisible()
  await expect(at('cnt_welcome').locator('article.welcome li')).toHaveCount(3)
  await expect(page.getByText('Log in to read the welcome.')).toHaveCount(0)
  await expect(at('cnt_text')).toHaveText('The word of the week is sesame.')
  await expect(at('cnt_picture')).toHaveAttribute('src', `${urls.demo}/icon.svg`)
  await expect(at('cnt_data')).toContainText('"Thursday"')
  await expect(at('cnt_file').getByRole('link', { name: 'icon.svg' })).toBeVisible()
  await expect(at('cnt_free')).toHaveText('for the free plan')
  expect(asked).toHaveLength(new Set(asked.map((one) => JSON.stringify(one))).size)

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Log in to read the welcome.')).toBeVisible()
  await expect(page.getByText('sesame')).toHaveCount(0)
  await expect(at('cnt_picture')).toHaveAttribute('src', '/icon.svg?own')
})

test('data-ms-secure-html: appears at a login, and for a plan as soon as it is joined', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 403/)
  await page.goto(urls.demo + path)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(
    (address) =>
      window.$memberstackDom?.signupMemberEmailPassword({
        email: address,
        password: 'a-good-password',
        plans: [{ planId: 'pln_free' }],
      }),
    email,
  )
  await expect(page.getByText('The free plan opens this note.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome to the members area' })).toBeVisible()
})

test('data-ms-secure-link: leads to content that the member may see, else to the author’s URL', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 403/)
  const file = page.getByRole('link', { name: 'The badge to keep' })
  const pro = page.getByRole('link', { name: 'The badge of the pro area' })
  await page.goto(urls.demo + path)
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(file).toHaveAttribute('href', '/access-denied.html')
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(urls.demo + path)
  await expect(file).toHaveAttribute('href', `${urls.demo}/icon.svg`)
  await expect(pro).toHaveAttribute('href', '/pricing.html')
  await becomeBuyer(page, urls, `buyer-${email}`, 'prc_pro-monthly')
  await page.goto(urls.demo + path)
  await expect(pro).toHaveAttribute('href', `${urls.demo}/icon.svg?for=pro`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(file).toHaveAttribute('href', '/access-denied.html')
})

test('data-ms-secure-html: works under the strictest policy, and the console stays empty', async ({
  page,
  urls,
  email,
}) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/csp/strict.html`)
  await page.evaluate(() => {
    for (const id of ['cnt_welcome', 'cnt_picture', 'cnt_file']) {
      const element = document.createElement('div')
      element.setAttribute('data-ms-secure-html', id)
      document.querySelector('main')?.append(element)
    }
  })
  await expect(page.getByRole('heading', { name: 'Welcome to the members area' })).toBeVisible()
  await expect(page.locator('[data-ms-secure-html="cnt_picture"] img')).toHaveAttribute('src', /icon\.svg$/)
  await expect(page.getByRole('link', { name: 'icon.svg' })).toBeVisible()
  expect(messages).toEqual([])
})
