import { countRequests } from './count-requests'
import { expect, test } from './product-test'
import { serveHtml } from './serve-html'

const page = (api: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Outside site</title>
    <link rel="icon" href="data:," />
    <script src="${api}/membership.js" data-memberstack-app="app_demo"></script>
  </head>
  <body>
    <form data-ms-form="signup">
      <input type="email" data-ms-member="email" aria-label="Email" />
      <input type="password" data-ms-member="password" aria-label="Password" />
      <button>Sign up</button>
    </form>
    <a href="?next">Next page</a>
    <script>
      addEventListener('pagehide', () => window.$memberstackDom._Event({ data: { type: 'LEFT' } }))
    </script>
  </body>
</html>`

test('an event of an unloading page arrives once', async ({ page: tab, urls }) => {
  const api = await countRequests(urls.api)
  const site = await serveHtml(page(api.url))
  await tab.goto(site.url)
  await tab.waitForFunction(() => window.$memberstackReady)
  await tab.getByRole('link', { name: 'Next page' }).click()
  await tab.waitForURL('**/?next')
  await expect.poll(() => api.count('POST /event')).toBe(1)
  // By then the next page has its responses, and sent nothing for the first one.
  await tab.waitForFunction(() => window.$memberstackReady)
  expect([api.count('POST /app-member'), api.count('POST /event')]).toEqual([2, 1])
  site.close()
  api.close()
})

test('a double click on a form’s button sends it once', async ({ page: tab, urls, email }) => {
  const api = await countRequests(urls.api)
  const site = await serveHtml(page(api.url))
  await tab.goto(site.url)
  await tab.waitForFunction(() => window.$memberstackReady)
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill('a-good-password')
  await tab.getByRole('button', { name: 'Sign up' }).dblclick()
  await expect.poll(() => tab.evaluate(() => window.$memberstackDom?.getMemberCookie())).toBeTruthy()
  expect(api.count('POST /auth/signup')).toBe(1)
  site.close()
  api.close()
})
