import type { Page } from '@playwright/test'
import { faults, logIn, ownConsoleTest as test } from './console-page'
import { expect } from './product-test'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** A new piece, by keyboard. */
async function addPiece(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/console/apps/app_demo/gated-content`)
  await page.getByRole('button', { name: 'Add content', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add hosted content' })
  await dialog.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type(name)
  expect(await faults(page, 'hosted-add')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(editor(page)).toBeVisible()
}

test('an owner writes, previews, publishes and restores a piece by keyboard, and a page gets its markup', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  await expect(page.getByRole('grid', { name: 'Hosted content' })).toBeVisible()
  await addPiece(page, urls.api, 'Lesson one')
  await editor(page).focus()
  await page.keyboard.type('Hello ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold <b>')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bulleted list' }).focus()
  await page.keyboard.press('Enter')
  await editor(page).focus()
  await page.keyboard.type('First')
  await expect(status(page, 'Draft saved')).toBeVisible()
  const frame = page.frameLocator('iframe[title="Preview of Lesson one"]')
  await expect(frame.getByText('bold <b>')).toBeVisible()
  await expect(frame.getByRole('listitem')).toHaveText('First')
  expect(await faults(page, 'hosted-editor')).toEqual([])

  await page.getByRole('button', { name: /Seen by/ }).press('Enter')
  await page.getByRole('option', { name: 'Visitor, not logged in' }).press('Enter')
  await expect(page.getByText('Visitor, not logged in gets nothing.')).toBeVisible()
  await page.getByRole('button', { name: /Seen by/ }).press('Enter')
  await page.getByRole('option', { name: 'Member without a plan' }).press('Enter')
  await expect(frame.getByRole('listitem')).toHaveText('First')

  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.focus()
  await page.keyboard.press('Enter')
  await expect(status(page, 'Published, no changes')).toBeVisible()
  await expect(page.getByText('data-ms-secure-html="cnt_lesson-one"')).toBeVisible()

  // Pasted HTML goes to the server, which removes what members must not get.
  await page.getByRole('radio', { name: 'HTML' }).focus()
  await page.keyboard.press('Space')
  await editor(page).fill('<p onclick="x()">Second</p><script>alert(1)</script><table><tr><td>1</td></tr></table>')
  const removed = page.getByRole('status').filter({ hasText: 'Removed when you publish' })
  await expect(removed).toContainText('element script')
  await expect(removed).toContainText('attribute onclick')
  await expect(status(page, 'Draft saved')).toBeVisible()
  expect(await faults(page, 'hosted-html')).toEqual([])
  await publish.click()
  await expect(page.getByRole('heading', { name: 'Removed from the published HTML' })).toBeVisible()
  await expect(editor(page)).toHaveValue('<p>Second</p><table><tbody><tr><td>1</td></tr></tbody></table>')

  // What the editor can't change stays as it is.
  await page.getByRole('radio', { name: 'Text', exact: true }).check({ force: true })
  await expect(editor(page).locator('.html-block')).toContainText('<table>')
  await editor(page).getByText('Second').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' edition')
  await expect(status(page, 'Draft saved')).toBeVisible()
  await expect(frame.getByRole('cell')).toHaveText('1')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of Lesson one' })
  await history.getByRole('radio').last().check({ force: true })
  await expect(history.getByText('<strong>bold')).toBeVisible()
  expect(await faults(page, 'hosted-history')).toEqual([])
  await history.getByRole('button', { name: 'Restore as draft' }).click()
  await expect(history).toBeHidden()
  await expect(editor(page)).toContainText('Hello bold <b>')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(editor(page)).toContainText('Second')
  await expect(editor(page)).not.toContainText('edition')
  await page.getByRole('link', { name: 'All content' }).click()
  await expect(page.getByRole('row', { name: /Lesson one/ })).toContainText('Published')
  expect(await faults(page, 'hosted-list')).toEqual([])

  // A removed piece can come back, with what was typed last. Its preview may ask for it once more.
  expectedConsole.push(/frame-ancestors|status of 404/)
  await page.getByRole('row', { name: /Lesson one/ }).press('Enter')
  await editor(page).focus()
  await page.keyboard.type('Third ')
  await page.getByRole('button', { name: 'Actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('Lesson one was removed.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Lesson one/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Lesson one is back.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Lesson one/ })).toContainText('Unpublished changes')
  await page.getByRole('row', { name: /Lesson one/ }).press('Enter')
  await expect(editor(page)).toContainText('Third')
})

test('nothing typed is lost: a failed save, a closed tab, and someone who was faster', async ({
  page,
  context,
  openTab,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/, /status of 409/, /status of 503/, /ERR_/)
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  await expect(page.getByRole('grid', { name: 'Hosted content' })).toBeVisible()
  await addPiece(page, urls.api, 'Kept text')
  const address = page.url()
  const drafts = '**/contents/*/draft*'
  await context.route(drafts, (route) => route.fulfill({ status: 503, body: '{}' }))
  await editor(page).focus()
  await page.keyboard.type('Typed while the server was away')
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is kept in this browser.' })).toBeVisible()
  // The browser ends the tab; nothing can be sent any more.
  await page.goto('chrome://crash').catch(() => null)
  await page.close()
  await context.unroute(drafts)

  const second = await openTab()
  await second.goto(address)
  await expect(second.getByText('This browser had text that was not saved.')).toBeVisible()
  await expect(editor(second)).toContainText('Typed while the server was away')
  await expect(status(second, 'Draft saved')).toBeVisible()

  // Two editors of one draft.
  const third = await openTab()
  await third.goto(address)
  await expect(editor(third)).toContainText('Typed while')
  await editor(third).focus()
  await third.keyboard.type('Mine. ')
  await expect(status(third, 'Draft saved')).toBeVisible()
  await editor(second).focus()
  await second.keyboard.type('Too late. ')
  const conflict = second.getByRole('alert').filter({ hasText: 'Demo owner' })
  await expect(conflict).toBeVisible()
  expect(await faults(second, 'hosted-conflict')).toEqual([])
  await expect(editor(second)).toContainText('Too late.')
  await conflict.getByRole('button').last().click()
  await expect(status(second, 'Draft saved')).toBeVisible()
  await second.reload()
  await expect(editor(second)).toContainText('Too late.')
})

const KILLS = 20

test('twenty kills of the tab lose no saved draft', async ({ page, openTab, urls, expectedConsole }) => {
  expectedConsole.push(/status of 401/, /ERR_/)
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  await expect(page.getByRole('grid', { name: 'Hosted content' })).toBeVisible()
  await addPiece(page, urls.api, 'Killed often')
  const address = page.url()
  const saved: string[] = []
  let tab = page
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await editor(tab).focus()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type(`word${kill} `)
    // Every other one dies in the middle of a save.
    if (kill % 2 === 0) {
      await expect(status(tab, 'Draft saved')).toBeVisible()
      saved.push(`word${kill} `)
    }
    await tab.goto('chrome://crash').catch(() => null)
    const next = await openTab()
    await tab.close()
    tab = next
    await tab.goto(address)
    await expect(editor(tab)).toBeVisible()
    for (const word of saved) await expect(editor(tab)).toContainText(word.trim())
  }
})

test('a piece from right to left, with longer texts', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  await expect(page.getByRole('grid', { name: 'Hosted content' })).toBeVisible()
  await addPiece(page, urls.api, 'Mirrored')
  await editor(page).focus()
  await page.keyboard.type('Hello')
  await expect(status(page, 'Draft saved')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('console-language', 'ar-XB'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.frameLocator('.content-frame').getByText('Hello')).toBeVisible()
  await expect(page.locator('#content .skeleton')).toHaveCount(0)
  expect(await faults(page, 'hosted-rtl')).toEqual([])
})

const PASTED = `<!--StartFragment--><style>p { color: red }</style><script>hit(1)</script>
<h2 onclick="hit(2)" style="background: url(//canary.example/a)">Heading</h2>
<p>Some <b onmouseover="hit(3)">bold</b> and <i>italic</i> <a href="https://example.com/page" onclick="hit(4)">link</a>
<a href="javascript:hit(5)">no link</a><img src="x" onerror="hit(6)"></p>
<ul><li>One</li><li>Two<ol><li>Inner</li></ol></li></ul>
<iframe src="javascript:hit(7)"></iframe><svg onload="hit(8)"><a href="javascript:hit(9)">svg</a></svg>
<form action="//canary.example/f"><button formaction="javascript:hit(10)">Send</button></form>
<table onload="hit(11)"><tr><td>Outer<table><tr><td onclick="hit(12)">Nested</td></tr></table></td></tr></table>
<math><mtext><img src=x onerror=hit(13)></mtext></math><object data="//canary.example/o"></object><!--EndFragment-->`

/** Tables become paragraphs. */
const PASTED_KEPT = `<h2>Heading</h2>
<p>Some <strong>bold</strong> and <em>italic</em> <a href="https://example.com/page">link</a> no link</p>
<ul><li>One</li><li>Two<ol><li>Inner</li></ol></li></ul>
<p>Send</p>
<p>Outer</p>
<p>Nested</p>`

test('pasted HTML keeps headings, lists, links and bold text, and nothing that runs, styles or loads', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const hits: unknown[] = []
  await page.exposeFunction('hit', (what: unknown) => void hits.push(what))
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).hostname))
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  await expect(page.getByRole('grid', { name: 'Hosted content' })).toBeVisible()
  await addPiece(page, urls.api, 'Pasted')
  await editor(page).focus()
  await editor(page).evaluate((target, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', 'plain')
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, PASTED)
  await expect(editor(page).getByRole('heading', { name: 'Heading' })).toBeVisible()
  await expect(status(page, 'Draft saved')).toBeVisible()
  const made = await editor(page)
    .locator('*')
    .evaluateAll((all) => [
      ...new Set(all.map((one) => one.tagName.toLowerCase())),
      ...all.flatMap((one) =>
        [...one.attributes]
          .filter(({ name }) => /^on|^(href|src|action)$/.test(name))
          .map(({ name, value }) => `${name}=${value}`),
      ),
    ])
  expect(made).toEqual(['h2', 'span', 'p', 'strong', 'em', 'a', 'ul', 'li', 'ol', 'href=https://example.com/page'])
  await page.getByRole('radio', { name: 'HTML' }).press('Space')
  await expect(editor(page)).toHaveValue(PASTED_KEPT)
  expect(hits).toEqual([])
  expect(asked).not.toContain('canary.example')
})
