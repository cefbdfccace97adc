import type { Frame, Page } from '@playwright/test'
import { screenRows } from '../../console/app/screens'
import { dialogs, openDialog } from './console-dialogs'
import { textsIn } from './console-language'
import { expectWatched, loaded, logIn, ownConsoleTest, POLICY_BREAK } from './console-page'
import {
  CANARY,
  hostile,
  HOSTILE_HTML,
  makeHostileWorld,
  refusedDesigns,
  refusedOrigins,
} from './console-hostile-world'
import type { StoredWorld } from './console-hostile-world'
import { askAdmin } from './console-world'
import { expect } from './product-test'

const test = ownConsoleTest.extend<object, { world: StoredWorld }>({
  world: [async ({ ownUrls }, provide) => provide(await makeHostileWorld(ownUrls.api)), { scope: 'worker' }],
})

/** What no text may become. */
const MADE = [
  // The logo of the app is an image of any server, with quotes in its path.
  `img[src^="//${CANARY}"]`,
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

/** Fields whose attack is on the page as text, by the word before it; an origin and an email address by what they are. */
async function attacksShown(page: Page, { origin, other }: StoredWorld): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return `${document.body.innerText}\n${fields.join('\n')}`
  })
  const named = [...texts.matchAll(/([\w ]+)[ /]\\?"><img[ /]src/g)].map(([, what = '']) => what.trim())
  return [...named, ...(texts.includes(origin) ? ['origin'] : []), ...(texts.includes(other) ? ['email'] : [])]
}

interface Reading {
  base: string
  world: StoredWorld
  watch: Watch
}

/** A colleague joins by an invitation under such a name. @returns what the pages of that name have shown */
async function colleagueTexts(page: Page, { base, world, watch }: Reading): Promise<string[]> {
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
    shown.push(...(await attacksShown(page, world)))
  }
  return shown
}

/** The dialog of a gate lists visited pages that it would close; the tester says where people go from there. */
async function readGates(page: Page, { base, world, watch }: Reading): Promise<string[]> {
  const { group, visited } = world
  await page.goto(`${base}/gated-content`)
  await page.getByRole('button', { name: `Actions for ${group.path}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(visited)
  await expect(dialog.getByRole('listitem')).toContainText(visited)
  await expectOnlyText(page, watch, 'visited pages of a gate')
  const shown = await attacksShown(page, world)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('textbox', { name: 'Page', exact: true }).fill(group.path)
  await expect(page.getByText(`Goes to /${hostile('redirect')}`).first()).toBeVisible()
  await expectOnlyText(page, watch, 'tester')
  return [...shown, ...(await attacksShown(page, world))]
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
  'font',
  'logo',
  'color',
  'gated',
  'redirect',
  'visited',
  'origin',
  'email',
]

/** Stored, but on no screen: one that begins to show it moves its row to the list above. */
const ON_NO_SCREEN = [
  'comment',
  'thread',
  'channel',
  'login redirect',
  'unlisted color',
  'color name',
  'query',
  'version',
]

/** What a refused request has in its answer. */
const refusalOf = async (answer: Response): Promise<{ status: number; code: string }> => {
  const { code } = await answer.json()
  return { status: answer.status, code }
}

test('a design has only values of its kinds, and a page only an origin', async ({ urls: { api } }) => {
  const before = await (await askAdmin(api, 'GET', 'definition')).json()
  const designs = await Promise.all(
    refusedDesigns.map((changes) => askAdmin(api, 'PATCH', 'definition/design/current', { changes }).then(refusalOf)),
  )
  expect(designs).toEqual(refusedDesigns.map(() => ({ status: 400, code: 'invalid-definition' })))
  expect(await (await askAdmin(api, 'GET', 'definition')).json()).toEqual(before)
  const origins = await Promise.all(
    refusedOrigins.map((Origin) =>
      fetch(`${api}/app`, { headers: { 'X-APP-ID': 'app_demo', Origin } }).then(refusalOf),
    ),
  )
  expect(origins).toEqual(refusedOrigins.map(() => ({ status: 403, code: 'domain-not-permitted' })))
})

test('texts of owners, members and visitors with markup and code stay texts on all screens and in all dialogs', async ({
  page,
  urls,
  world,
  violations,
  expectedConsole,
}) => {
  test.slow()
  expectedConsole.push(/status of (401|403|404|409)/, POLICY_BREAK)
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
    for (const what of await attacksShown(page, world)) shown.add(what)
  }
  const reading = { base, world, watch }
  await readInEditorAndChecker(page, reading)
  for (const what of await readGates(page, reading)) shown.add(what)
  for (const what of await colleagueTexts(page, reading)) shown.add(what)
  const t = await textsIn('en')
  for (const [name, row] of Object.entries(dialogs)) {
    await openDialog(page, row, world, { base, t })
    await expectOnlyText(page, watch, name)
    await page.unrouteAll()
  }
  const wasShown = (what: string) => [...shown].some((one) => one.endsWith(what))
  expect(
    SHOWN.filter((what) => !wasShown(what)),
    'never on a page',
  ).toEqual([])
  expect(ON_NO_SCREEN.filter(wasShown), 'on a page').toEqual([])
  await expectWatched(page, violations)
  await expectMadeIsSeen(page)
})
