import type { Frame, Page } from '@playwright/test'
import { screenRows } from '../../console/app/screens'
import { dialogs, openDialog } from './console-dialogs'
import { textsIn } from './console-language'
import { expectWatched, loaded, logIn, ownConsoleTest, POLICY_BREAK } from './console-page'
import { callAdmin, makeWorld } from './console-world'
import type { World } from './console-world'
import { expect } from './product-test'
import { signUp } from './sign-up'

const CANARY = 'canary.example'

/** Ends an attribute, adds elements that run code, and has what templates and links would run. */
const hostile = (what: string): string =>
  `${what} "><img src=//${CANARY}/x onerror=hit(1)><svg onload=hit(2)><a href="javascript:hit(3)">{{7*7}}</a>`

const HOSTILE_HTML =
  '<h2 onclick="hit(4)">Kept</h2><script>hit(5)</script><img src="x" onerror="hit(6)"><svg onload="hit(7)"></svg>' +
  '<iframe src="javascript:hit(8)"></iframe><a href="javascript:hit(9)">Link</a><p style="background:url(//canary.example/s)">{{7*7}}</p>'

interface StoredWorld extends World {
  /** Second member, whose address has what an address may have. */
  other: string
}

/** The same as other journeys have, with an attack in each field that takes any text. */
async function makeHostileWorld(api: string): Promise<StoredWorld> {
  const world = await makeWorld(api, { text: hostile, html: HOSTILE_HTML })
  const change = (part: string, changes: object) => callAdmin(api, 'PATCH', `definition/${part}/current`, { changes })
  await change('app', { name: hostile('app') })
  await change('texts', { login_to_your_account: hostile('text'), login: hostile('button') })
  await change('design', { font: hostile('font').slice(0, 60) }).catch(() => null)
  const other = `{{7*7}}'&*=hit|\`@example.com`
  const visit = { 'X-APP-ID': 'app_demo', 'referring-path': `/${hostile('path')}`, 'Content-Type': 'application/json' }
  await fetch(`${api}/app-member`, {
    method: 'POST',
    headers: visit,
    body: JSON.stringify({ data: { trackPageView: true } }),
  })
  const utmParams = { campaign: hostile('campaign') }
  await signUp(api, { email: other, password: 'a-good-password', conversionData: { utmParams } })
  await callAdmin(api, 'PATCH', `members/${encodeURIComponent(other)}`, {
    metaData: { '<svg onload=hit(11)>': hostile('data') },
    json: { '<svg onload=hit(12)>': hostile('json') },
    loginRedirect: '/"><svg/onload=hit(10)>',
  })
  return { ...world, other }
}

const test = ownConsoleTest.extend<object, { world: StoredWorld }>({
  world: [async ({ ownUrls }, provide) => provide(await makeHostileWorld(ownUrls.api)), { scope: 'worker' }],
})

/** What no text may become. */
const MADE = [
  `img[src*="${CANARY}"]`,
  'svg[onload]',
  '[onerror], [onclick], [onload]',
  '[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]',
  `[style*="${CANARY}"]`,
].join(', ')

interface Watch {
  hits: string[]
  asked: string[]
}

/** Notes code that runs, dialogs of the browser, and requests to the attacker. */
async function watchAttacks(page: Page): Promise<Watch> {
  const seen: Watch = { hits: [], asked: [] }
  await page.exposeFunction('hit', (what: unknown) => void seen.hits.push(String(what)))
  page.on('dialog', (dialog) => {
    seen.hits.push(dialog.message())
    void dialog.dismiss()
  })
  page.context().on('request', (request) => {
    if (new URL(request.url()).hostname === CANARY) seen.asked.push(request.url())
  })
  return seen
}

async function madeIn(frames: readonly Frame[]): Promise<string[]> {
  const found = await Promise.all(
    frames.map((frame) => frame.locator(MADE).evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 200)))),
  )
  return found.flat()
}

/** The page shows attacks as text, and has made nothing of them. */
async function expectOnlyText(page: Page, { hits, asked }: Watch, place: string): Promise<void> {
  expect(await madeIn(page.frames()), place).toEqual([])
  expect({ hits, asked }, place).toEqual({ hits: [], asked: [] })
}

/** Makes what an attack would make: a journey that would not see it proves nothing. */
async function expectMadeIsSeen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.setAttribute('href', 'javascript:hit(0)')
    document.body.append(link)
  })
  expect(await madeIn(page.frames())).toHaveLength(1)
}

/** Fields whose attack has been on a page as text, by the word before it. */
async function attacksShown(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return `${document.body.innerText}\n${fields.join('\n')}`
  })
  return [...texts.matchAll(/([\w ]+) \\?"><img src/g)].map(([, what = '']) => what.trim())
}

/** A colleague joins by an invitation under such a name. @returns what the pages of that name have shown */
async function colleagueTexts(page: Page, base: string, watch: Watch): Promise<string[]> {
  await page.goto(`${base}/team`)
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(`{{7*7}}'&*=staff@example.com`)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByRole('figure', { name: 'Invitation link' }).locator('code').textContent()
  const context = await page.context().browser()!.newContext()
  const guest = await context.newPage()
  const seen = await watchAttacks(guest)
  await guest.goto(String(link))
  await guest.getByLabel('Name', { exact: true }).fill(hostile('staff').slice(0, 80))
  await guest.getByLabel('Password', { exact: true }).fill('zebra-lantern-94-quilt')
  await expectOnlyText(guest, seen, 'invitation')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await loaded(guest)
  await guest.locator('.navigation button').last().click()
  await expectOnlyText(guest, seen, 'menu of the colleague')
  await context.close()
  const shown: string[] = []
  for (const screen of ['team', 'audit-log']) {
    await page.goto(`${base}/${screen}`)
    await loaded(page)
    await expectOnlyText(page, watch, screen)
    shown.push(...(await attacksShown(page)))
  }
  return shown
}

interface Reading {
  base: string
  world: StoredWorld
  watch: Watch
}

/** Stored HTML as source, in the history, and a hostile page in the page checker. */
async function readInEditorAndChecker(page: Page, { base, world, watch }: Reading): Promise<void> {
  await page.goto(`${base}/gated-content/hosted/${world.piece.id}`)
  const editor = page.getByRole('textbox', { name: 'Content' })
  await expect(editor.getByRole('heading', { name: 'Kept' })).toBeVisible()
  await expect(page.frameLocator('.content-frame').getByRole('heading', { name: 'Kept' })).toBeVisible()
  await expectOnlyText(page, watch, 'text editor and preview')
  await page.getByRole('radio', { name: 'HTML' }).press('Space')
  await expect(editor).toHaveValue(/onerror/)
  await expectOnlyText(page, watch, 'HTML editor')

  await page.goto(`${base}/install`)
  await page.getByRole('tab', { name: 'HTML', exact: true }).click()
  const attributes = `data-ms-content='${hostile('group key')}' data-ms-plan:add='${hostile('plan key')}'`
  await page.getByLabel('HTML of the page').fill(`<html><body><p ${attributes}>x</p>${HOSTILE_HTML}</body></html>`)
  await page.getByRole('button', { name: 'Check page' }).click()
  await expect(page.getByRole('list', { name: 'Results' })).toContainText('group key "><img src')
  await expectOnlyText(page, watch, 'page checker')
}

const SHOWN = [
  'staff',
  'plan',
  'description',
  'price',
  'field',
  'group',
  'piece',
  'first name',
  'value',
  'company',
  'note',
  'app',
  'text',
  'button',
  'campaign',
  'data',
  'json',
]

test('texts of owners, members and visitors with markup and code stay texts on all screens and in all dialogs', async ({
  page,
  urls,
  world,
  violations,
  expectedConsole,
}) => {
  test.slow()
  expectedConsole.push(/status of (401|403|409)/, POLICY_BREAK)
  const watch = await watchAttacks(page)
  const base = `${urls.api}/console/apps/app_demo`
  const shown = new Set<string>()
  const places = [
    ...screenRows.map(({ path }) => path),
    `members/${world.member.id}`,
    `members/${encodeURIComponent(world.other)}`,
    'members/jobs',
    `plans/${world.plan.id}`,
    `gated-content/hosted/${world.piece.id}`,
    '/apps',
  ]
  await logIn(page, `${base}/team`)
  for (const place of places) {
    await page.goto(place.startsWith('/') ? `${urls.api}/console${place}` : `${base}/${place}`)
    await loaded(page)
    await expectOnlyText(page, watch, place)
    for (const what of await attacksShown(page)) shown.add(what)
  }
  await readInEditorAndChecker(page, { base, world, watch })
  for (const what of await colleagueTexts(page, base, watch)) shown.add(what)
  const t = await textsIn('en')
  for (const [name, row] of Object.entries(dialogs)) {
    await openDialog(page, row, world, { base, t })
    await expectOnlyText(page, watch, name)
    await page.unrouteAll()
  }
  expect(
    SHOWN.filter((what) => ![...shown].some((one) => one.endsWith(what))),
    'never on a page',
  ).toEqual([])
  await expectWatched(page, violations)
  await expectMadeIsSeen(page)
})
