import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { projectRoot } from '../../support/run-process'
import { bundle, serveFixtures, type FixtureSite } from '../../support/serve-fixtures'
import { expect, logIn, logOut, ready, seenSince, test, traces, type Person } from './living-test'

/** Visible text only: React's nodes are hidden, not removed. */
const innerText = { useInnerText: true }

async function live(page: Page, person: Person): Promise<void> {
  await expect(page.locator('#branch')).toHaveText('Come in, 0', innerText)
  await expect(page.locator('#both')).toHaveText('nothing 0')
  await page.locator('#count').click()
  await expect(page.locator('#branch')).toHaveText('Come in, 1', innerText)
  expect(await seenSince(page)).toEqual(['!members'])

  await logIn(page, person)
  await expect(page.locator('#branch')).toHaveText(`Hello ${person.firstName}, 1`, innerText)
  await seenSince(page)
  await page.locator('#turn').click()
  await page.locator('#count').click()
  for (let turn = 0; turn < 4; turn += 1) await page.locator('#toggle').click()
  await expect(page.locator('#branch')).toHaveText(`Hello ${person.firstName}, 2`, innerText)
  await expect(page.locator('li')).toHaveText(['b', 'c', 'a'].map((item) => `${item} 2 ${person.email}`))
  await expect(page.locator('#changing')).toBeVisible()
  expect(await seenSince(page)).toEqual(['members'])
  await page.locator('#side').click()
  await expect(page.locator('#changing')).toBeHidden()
  await page.locator('#count').click()
  await expect(page.locator('#both')).toHaveText('nothing 3')

  await logOut(page)
  await expect.poll(() => traces(page, person)).toEqual([])
  await seenSince(page)
  await page.locator('#turn').click()
  await page.locator('#count').click()
  for (let turn = 0; turn < 3; turn += 1) await page.locator('#toggle').click()
  await expect(page.locator('#branch')).toHaveCount(0)
  await page.locator('#toggle').click()
  await expect(page.locator('#branch [data-ms-content="!members"]')).toHaveText('Come in, 4')
  await expect(page.locator('#changing')).toHaveText('Changing sides, 4')
  await expect(page.locator('#changing')).toBeVisible()
  expect(await seenSince(page)).toEqual(['!members'])
  await expect.poll(() => traces(page, person)).toEqual([])

  await logIn(page, person)
  await expect(page.locator('li')).toHaveText(['c', 'a', 'b'].map((item) => `${item} 4 ${person.email}`))
}

test('elements that React renders, reorders and renders again are gated and show the member', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/react/`)
  await ready(page)
  await live(page, person)
})

const markup = async (): Promise<string> => {
  const code = await bundle(join(projectRoot, 'tests/fixtures/react/server.tsx'), 'esm')
  const module: { html: string } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return module.html
}

async function serveHydrated(api: string, root: string): Promise<FixtureSite> {
  const html = await markup()
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hydrated</title><link rel="icon" href="data:,">
    <script src="{{api}}/membership.js" data-memberstack-app="app_demo"></script></head>
    <body><div ${root}>${html}</div><script src="/bundles/react/hydrate.js" async></script></body></html>`
  return serveFixtures(api, { '/hydrated': () => page })
}

for (const root of ['id="__next"', 'id="root" data-ms-gating="hide"']) {
  test(`a page that React hydrates in <div ${root}> keeps every node, for visitor and member`, async ({
    page,
    urls,
    person,
  }) => {
    const site = await serveHydrated(urls.api, root)
    await page.goto(`${site.url}/hydrated`)
    await ready(page)
    await live(page, person)
    await page.reload()
    await ready(page)
    await expect(page.locator('#branch')).toContainText(`Hello ${person.firstName}`)
    await page.locator('#count').click()
    await expect(page.locator('#branch')).toContainText(`Hello ${person.firstName}, 1`)
    await site.stop()
  })
}
