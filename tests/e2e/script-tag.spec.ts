import packageFile from '../../package.json' with { type: 'json' }
import { expect, test } from './product-test'
import { serveHtml } from './serve-html'

/** `head` and `end` are the places of the tag. */
const html = (head: string, end = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Placement</title><link rel="icon" href="data:,">${head}</head>
<body><main><h1>Placement</h1>
<p id="visitors" data-ms-content="!members">For visitors</p>
<p id="members" data-ms-content="members">For <b data-ms-member="email">members</b></p>
<button data-ms-modal="login">Log in</button>
</main>${end}</body></html>`

const tag = (api: string, attributes = '') =>
  `<script src="${api}/membership.js" data-memberstack-app="app_demo" ${attributes}></script>`

const injected = (api: string) =>
  `<script>const s = document.createElement('script'); s.src = '${api}/membership.js';
   s.dataset.memberstackApp = 'app_demo'; document.head.append(s)</script>`

const placements: Record<string, (api: string) => string> = {
  'synchronous in head': (api) => html(tag(api)),
  deferred: (api) => html(tag(api, 'defer')),
  async: (api) => html(tag(api, 'async')),
  'at the end of the body': (api) => html('', tag(api)),
  'injected by a script': (api) => html('', injected(api)),
  'by its versioned address': (api) => html(tag(api).replace('membership.js', `membership@${packageFile.version}.js`)),
}

for (const [name, placed] of Object.entries(placements)) {
  test(`the tag works ${name}`, async ({ page, urls, email }) => {
    const outside = await serveHtml(placed(urls.api))
    await page.addInitScript(() =>
      document.addEventListener('memberstack.ready', () => Object.assign(window, { heardReady: true })),
    )
    await page.goto(outside.url)
    await page.waitForFunction(() => window.$memberstackReady && 'heardReady' in window)
    await expect(page.locator('#visitors')).toBeVisible()
    await expect(page.locator('#members')).toHaveCount(0)

    await page.evaluate(
      (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
      email,
    )
    await expect(page.locator('#members')).toHaveText(`For ${email}`)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    outside.close()
  })
}
