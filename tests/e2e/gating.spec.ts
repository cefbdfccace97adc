import type { Page } from '@playwright/test'
import { serveSlowly } from '../support/serve-slowly'
import { expect, test } from './product-test'
import { slow } from './slow-tier'

/** Records the visible gated elements of every frame. */
const recorder = `<script>
  window.seen = []
  const look = () => {
    for (const element of document.querySelectorAll('[data-ms-content]'))
      if (element.getClientRects().length && getComputedStyle(element).visibility !== 'hidden') seen.push(element.id)
    requestAnimationFrame(look)
  }
  look()
</script>`
const head = (more: string) => `<!doctype html><html lang="en"><head><title>Slow</title><link rel="icon" href="data:,">
  ${recorder}${more}</head><body>${'<p>padding</p>'.repeat(200)}`
const body = [
  '<div id="inside" data-ms-content="members">For members, <b data-ms-member="first-name">fri',
  'end</b><script>window.scriptInside = true</script>',
  '<i>more</i></div><div id="outside" data-ms-content="!members">For visitors</div>',
]
const install = (api: string) => `<script src="${api}/membership.js" data-memberstack-app="app_demo"></script>`

const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)
const seen = (page: Page): Promise<string[]> => page.evaluate('[...new Set(window.seen)]')
const becomeMember = (page: Page, email: string) =>
  page.evaluate(
    (address) =>
      window.$memberstackDom?.signupMemberEmailPassword({
        email: address,
        password: 'a-good-password',
        customFields: { 'first-name': 'Ada' },
      }),
    email,
  )

test('no frame of a slow page shows hidden content, to visitor or member', slow, async ({ page, urls, email }) => {
  const trickle = await serveSlowly([head(install(urls.api)), ...body, '<p id="end">The end</p></body></html>'])
  try {
    await page.goto(trickle.url)
    await ready(page)
    expect(await seen(page)).toEqual(['outside'])
    await expect(page.locator('#inside')).toHaveCount(0)
    // The parser has finished the element that it was in when the gate closed.
    await expect(page.locator('#end')).toBeVisible()
    expect(await page.evaluate(() => 'scriptInside' in window)).toBe(true)

    await becomeMember(page, email)
    await expect(page.locator('#inside')).toHaveText('For members, Adamore')
    await page.goto(trickle.url)
    await ready(page)
    expect(await seen(page)).toEqual(['inside'])
    await expect(page.locator('#inside')).toHaveText('For members, Adamore')
  } finally {
    await trickle.stop()
  }
})

test('with the documented line of CSS a tag at the end of the page shows no hidden content either', async ({
  page,
  urls,
}) => {
  const line = '<style>[data-ms-content]:not([data-ms-content=""]) { visibility: var(--ms-gate, hidden) }</style>'
  const trickle = await serveSlowly([head(line), ...body, `${install(urls.api)}</body></html>`])
  try {
    await page.goto(trickle.url)
    await ready(page)
    await expect(page.locator('#outside')).toBeVisible()
    await expect.poll(() => seen(page)).toEqual(['outside'])
  } finally {
    await trickle.stop()
  }
})

test('an element with a changed value, plan or state is updated', async ({ page, urls, email }) => {
  await page.goto(`${urls.demo}/forms/signup.html`)
  await ready(page)
  await page.locator('form').evaluate((form) => {
    form.setAttribute('data-ms-plan:add', 'pln_newsletter')
    form.querySelector('[data-ms-member="last-name"]')?.replaceWith(document.createElement('fieldset'))
    const fieldset = form.querySelector('fieldset')
    const field = document.createElement('input')
    field.setAttribute('data-ms-member', 'last-name')
    field.value = 'Not sent: disabled by what is around it'
    fieldset?.append(field)
    if (fieldset) fieldset.disabled = true
  })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  const [request] = await Promise.all([
    page.waitForRequest(/\/auth\/signup$/),
    page.getByLabel('Password').press('Enter'),
  ])
  const sent: unknown = request.postDataJSON()
  expect(sent).toMatchObject({ plans: [{ planId: 'pln_newsletter' }], customFields: { 'first-name': '' } })
  expect(sent).not.toHaveProperty(['customFields', 'last-name'])
})
