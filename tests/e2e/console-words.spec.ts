import type { Page } from '@playwright/test'
import { screenRows } from '../../console/app/screens'
import { errors } from '../../contract/errors'
import { defaultTexts } from '../../widget/modals/texts/english'
import { dialogs, openDialog } from './console-dialogs'
import { textsIn } from './console-language'
import { loaded, logIn } from './console-page'
import { roleWithout, showWithoutRight } from './console-states'
import { worldTest as test } from './console-world'
import { expect } from './product-test'

/** Left to right, with the dates of English. */
const LANGUAGE = 'en-XA'

/** Texts that are data of the page: what its answers contain. */
function watchAnswers(page: Page): Set<string> {
  const known = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') known.add(String(value).trim())
    else if (Array.isArray(value)) value.forEach(add)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        known.add(key)
        add(inner)
      }
  }
  page.on('response', (response) => {
    if (/json/.test(response.headers()['content-type'] ?? '')) response.json().then(add, () => undefined)
  })
  return known
}

/** All that a person reads or hears: visible texts, and names, hints and titles of visible elements. Not code and times. */
const readPage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const NAMES = [
      'aria-label',
      'placeholder',
      'title',
      'alt',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
    ]
    const read = (element: Element): void => {
      if (element.matches('script, style, code, pre, time, iframe, [aria-hidden="true"]') || !element.checkVisibility())
        return
      for (const name of NAMES) if (element.getAttribute(name)) found.push(`${name}: ${element.getAttribute(name)}`)
      // Parts of one sentence belong together.
      const own = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : '\u0000'))
      found.push(...own.join('').split('\u0000'))
      for (const child of element.children) read(child)
    }
    read(document.body)
    return found.map((text) => text.trim()).filter((text) => text !== '')
  })

/** What no catalogue translates: numbers, money, dates, keys of the keyboard, colors and the beginning of a URL. */
const NEUTRAL =
  /^(?:[\d\s.,:;·%+\-–—/()$€…•→|"“”‘’'×]|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[AP]M\b|\bCtrl K\b|\bat\b|#[\da-f]{6}\b|https:\/\/|\b[A-Z]{3}\b)*$/u

/** Without the parts that the catalogue wrote, which generated languages put into brackets. */
function withoutCatalogue(text: string): string {
  let depth = 0
  return Array.from(text, (character) => {
    if (character === '[') depth += 1
    const shown = depth === 0 ? character : ''
    if (character === ']') depth = Math.max(0, depth - 1)
    return shown
  }).join('')
}

/** Texts of the script that an owner replaces, and sentences of the server: they have catalogues of their own. */
const ofOthers: ReadonlySet<string> = new Set<string>([
  ...Object.values(defaultTexts),
  ...Object.values(errors).map(({ message }) => message),
])

/** Hidden labels of React Aria, which has catalogues of its own. The build ships its English one until the console is translated. */
const OF_LIBRARY = /^(?:Dismiss|.+ (?:not )?selected\.)$/u

/** Texts on the page that are neither from the console's catalogue nor data. */
async function foreignTexts(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const isKnown = (text: string) =>
    NEUTRAL.test(text) || known.has(text.replace(/[…:]$/u, '')) || ofOthers.has(text) || OF_LIBRARY.test(text)
  return (await readPage(page)).filter((line) => {
    const rest = withoutCatalogue(line.replace(/^[a-z-]+: /, '')).trim()
    return !isKnown(rest) && !rest.split(/\s*(?:·|, |: )\s*/u).every((part) => isKnown(part.trim()))
  })
}

/** Waits for the texts of the language, which load after the page. */
const expectOwnTexts = (page: Page, known: ReadonlySet<string>, where: string) =>
  expect
    .configure({ soft: true, timeout: 5_000 })
    .poll(() => foreignTexts(page, known), where)
    .toEqual([])

const place = (base: string, path: string): string =>
  path.startsWith('/') ? `${new URL(base).origin}/console${path}` : `${base}/${path}`

async function speakPseudo(page: Page): Promise<void> {
  await page.evaluate((language) => localStorage.setItem('console-language', language), LANGUAGE)
}

test('every text of the screens and their menus is from the catalogue, or data', async ({
  page,
  urls,
  world,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const known = watchAnswers(page)
  const base = `${urls.api}/console/apps/app_demo`
  await page.goto(`${urls.api}/console/login`)
  await speakPseudo(page)
  for (const path of ['/login', '/setup#token', '/setup', '/invitation#token', '/invitation']) {
    await page.goto(place(base, path))
    await page.reload()
    // A link that is not complete shows a notice without a heading.
    await page.locator('#content').getByText(/./).first().waitFor()
    await expectOwnTexts(page, known, path)
  }
  await page.evaluate(() => localStorage.removeItem('console-language'))
  await logIn(page, `${base}/team`)
  await speakPseudo(page)
  const below = [
    `members/${world.member.id}`,
    'members/jobs',
    `plans/${world.plan.id}`,
    `gated-content/hosted/${world.piece.id}`,
  ]
  for (const path of [...screenRows.map((row) => row.path), ...below, '/apps', '/new', 'no-such-screen']) {
    await page.goto(place(base, path))
    await loaded(page)
    await expectOwnTexts(page, known, path)
  }
  const menus = page.locator('[aria-haspopup="true"], [aria-haspopup="menu"]')
  await page.goto(place(base, `gated-content`))
  await loaded(page)
  for (let index = 0; index < (await menus.count()); index += 1) {
    await menus.nth(index).click()
    await page.getByRole('menu').waitFor()
    await expectOwnTexts(page, known, `menu ${index}`)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
})

test('every text of the dialogs is from the catalogue, or data', async ({ page, urls, world, expectedConsole }) => {
  expectedConsole.push(/status of (401|403|409)/)
  const known = watchAnswers(page)
  const base = `${urls.api}/console/apps/app_demo`
  await logIn(page, `${base}/team`)
  await speakPseudo(page)
  const t = await textsIn(LANGUAGE)
  // Typed by the table.
  known.add(`${world.plan.name} changed`)
  for (const [name, row] of Object.entries(dialogs)) {
    await openDialog(page, row, world, { base, t })
    await expectOwnTexts(page, known, name)
    await page.unrouteAll()
  }
})

test('every text of what failed, is missing or needs a right is from the catalogue, or data', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|403|500)/)
  const known = watchAnswers(page)
  const base = `${urls.api}/console/apps/app_demo`
  await logIn(page, `${base}/team`)
  await speakPseudo(page)
  const broken = {
    status: 500,
    json: { code: 'unknown-error', message: errors['unknown-error'].message },
    headers: { 'X-Request-Id': 'req-1' },
  }
  for (const { path, right } of screenRows) {
    await page.route(/\/admin\/(?!events)/, (route) => route.fulfill(broken))
    await page.goto(place(base, path))
    await page.locator('#content').getByRole('alert').first().waitFor()
    await expectOwnTexts(page, known.add('req-1'), `${path} failed`)
    await page.unrouteAll()
    await page.goto(place(base, path))
    await loaded(page)
    await showWithoutRight(page, roleWithout(right))
    await loaded(page)
    await expectOwnTexts(page, known, `${path} without the right`)
    await page.unrouteAll()
  }
})
