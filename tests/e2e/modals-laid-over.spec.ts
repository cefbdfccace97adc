import type { Page } from '@playwright/test'
import { callOpenModal, expectModalGone, openModal } from './account-modals'
import { painted } from './page-recorder'
import { expect, test } from './product-test'
import { enterVerified } from './virtual-authenticator'

/** Runs in the page, as an extension does: puts a menu into the modal dialog around the focused field, else into the body. */
function offerMenu(): void {
  const offer = (event: Event): void => {
    const [field] = event.composedPath()
    if (document.querySelector('pm-menu') || !(field instanceof HTMLInputElement)) return
    const menu = document.createElement('pm-menu')
    menu.textContent = 'ada@example.com – fill'
    menu.style.cssText =
      'all:initial;position:fixed;inset:20px auto auto 20px;padding:20px;background:gold;display:block'
    menu.popover = 'manual'
    menu.addEventListener('click', () => (window.picked = true))
    const dialog = document.activeElement?.closest('dialog')
    ;(dialog?.matches(':modal') ? dialog : document.body).append(menu)
    menu.showPopover()
  }
  document.addEventListener('focusin', offer)
  // Moves of the focus within a shadow root are not reported outside of it.
  document.addEventListener('input', offer)
}

for (const state of ['at once', 'after its app has loaded'])
  test(`the page’s listeners hear which field a login focuses first, ${state}`, async ({ page, urls }) => {
    await page.addInitScript(() => {
      const heard: string[] = []
      document.addEventListener('focusin', (event) => {
        const [target] = event.composedPath()
        if (target instanceof Element) heard.push(target.id || target.className || target.tagName)
      })
      Object.assign(window, { heard })
    })
    if (state === 'at once') {
      await openModal(page, urls.demo, 'LOGIN')
      await page.keyboard.press('Escape')
      await expectModalGone(page)
    } else {
      await page.goto(`${urls.demo}/modals/account.html`)
      await page.waitForFunction(() => window.$memberstackReady)
    }
    await page.evaluate(() => Reflect.get(window, 'heard').splice(0))
    await callOpenModal(page, 'LOGIN')
    await expect(page.getByRole('dialog').getByLabel('Email address')).toBeFocused()
    const heard = await page.evaluate<string[]>(() => Reflect.get(window, 'heard'))
    expect(heard.slice(-2)).toEqual(['ms-modal-frame', 'ms-email'])
  })

const picked = (page: Page) => page.evaluate(() => window.picked)

for (const name of ['LOGIN', 'SIGNUP'] as const) {
  for (const lightDom of [false, true]) {
    const where = lightDom ? 'in the light DOM' : 'in its shadow root'
    test(`a password manager’s menu is over ${name} ${where}, takes the click, and nothing is lost`, async ({
      page,
      urls,
    }) => {
      await page.addInitScript(offerMenu)
      const dialog = await openModal(page, urls.demo, name, { lightDom })
      const [email, password] = [dialog.getByLabel('Email address'), dialog.getByLabel('Password', { exact: true })]
      await email.fill('ada@example.com')
      await password.fill('secret word')
      await page.mouse.click(30, 30)
      expect(await picked(page)).toBe(true)
      await expect(email).toHaveValue('ada@example.com')
      await expect(password).toHaveValue('secret word')
      await password.press('Escape')
      await expectModalGone(page)
      await expect(page.locator('pm-menu:visible')).toHaveCount(0)
    })

    test(`a click on what ${name} ${where} covers keeps what was typed, and closes an untouched modal`, async ({
      page,
      urls,
    }) => {
      const dialog = await openModal(page, urls.demo, name, { lightDom })
      await layOver(page, 'inset:auto 0 0;width:100%;height:60px;z-index:1000', 'body')
      const password = dialog.getByLabel('Password', { exact: true })
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      const clickOnBar = () => page.mouse.click(width - 20, height - 20)
      await password.fill('secret word')
      await clickOnBar()
      await expect(password).toHaveValue('secret word')
      await expect(password).toBeVisible()
      await password.clear()
      await clickOnBar()
      await expectModalGone(page)
      await clickOnBar()
      expect(await picked(page)).toBe(true)
    })
  }
}

/** Styles of what others lay over a page. */
const laidOver = {
  'a consent bar': 'inset:auto 0 0;width:100%;height:60px;z-index:2147483647',
  'a chat button': 'inset:auto 20px 20px auto;width:60px;height:60px;z-index:999999',
} as const

/** Something of others. @param inside in a shadow root, or deep in the page */
const layOver = (page: Page, css: string, inside: 'body' | 'shadow' | 'page') =>
  page.evaluate(
    ([style, where]) => {
      const bar = document.createElement('button')
      bar.style.cssText = `position:fixed;background:gold;${style}`
      bar.textContent = 'Others'
      bar.addEventListener('click', () => (window.picked = true))
      const around = document.createElement('div')
      document.body.append(around)
      if (where === 'body') around.replaceWith(bar)
      else if (where === 'shadow') around.attachShadow({ mode: 'open' }).append(bar)
      else document.querySelector('main')?.append(bar)
    },
    [css, inside] as const,
  )

const cases = Object.entries(laidOver).flatMap(([what, css]) =>
  (['body', 'shadow', 'page'] as const).flatMap((inside) =>
    [false, true].map((lightDom) => ({ what, css, inside, lightDom })),
  ),
)

for (const { what, css, inside, lightDom } of cases)
  test(`${what} in the ${inside} can be used over LOGIN${lightDom ? ' in the light DOM' : ''}, the rest of the page can’t`, async ({
    page,
    urls,
  }) => {
    await page.goto(`${urls.demo}/modals/account.html`)
    await page.waitForFunction(() => window.$memberstackReady)
    await layOver(page, css, inside)
    await callOpenModal(page, 'LOGIN', { lightDom })
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await dialog.getByLabel('Password', { exact: true }).fill('secret word')
    await expectOthersUsable(page)
  })

/** They can be used, what was typed stays, and the rest of the page can be used when the dialog is closed. */
async function expectOthersUsable(page: Page): Promise<void> {
  const password = page.getByRole('dialog').getByLabel('Password', { exact: true })
  const link = page.locator('header a').first()
  await page.getByRole('button', { name: 'Others' }).click()
  expect(await picked(page)).toBe(true)
  await expect(password).toHaveValue('secret word')
  await link.focus()
  await expect(link).not.toBeFocused()
  await password.press('Escape')
  await expectModalGone(page)
  await link.focus()
  await expect(link).toBeFocused()
}

for (const { what, css, inside, lightDom } of cases.filter((one) => one.inside !== 'page'))
  test(`${what} that comes late, in the ${inside}, can be used over LOGIN${lightDom ? ' in the light DOM' : ''}, and takes no focus`, async ({
    page,
    urls,
  }) => {
    const dialog = await openModal(page, urls.demo, 'LOGIN', { lightDom })
    const password = dialog.getByLabel('Password', { exact: true })
    await password.fill('secret')
    await layOver(page, css, inside)
    await expect(dialog).toBeVisible()
    await page.keyboard.type(' word')
    await expectOthersUsable(page)
  })

test('a consent bar that comes late can be used over a question, and over its modal afterwards', async ({
  page,
  urls,
  email,
}) => {
  await enterVerified(page, { ...urls, email })
  await page.evaluate(() => void window.$memberstackDom?.openModal('PROFILE', { tab: 'security' }))
  const profile = page.getByRole('dialog', { name: 'My Profile' })
  const field = profile.getByLabel('Email address')
  await field.fill('typed@example.com')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await layOver(page, laidOver['a consent bar'], 'body')
  const others = page.getByRole('button', { name: 'Others' })
  await others.click()
  expect(await picked(page)).toBe(true)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(field).toHaveValue('typed@example.com')
  await page.evaluate(() => (window.picked = false))
  await others.click()
  expect(await picked(page)).toBe(true)
  await field.fill('more@example.com')
})

test('what a page adds without laying it over, and its own popup in the middle, leave the dialog modal', async ({
  page,
  urls,
}) => {
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  await layOver(page, 'inset:auto 0 0;z-index:1000', 'body')
  await layOver(page, 'inset:10%;z-index:2147483647', 'body')
  await layOver(page, 'display:none;z-index:2147483647', 'body')
  await painted(page)
  expect(await dialog.evaluate((element) => element.closest('dialog')?.matches(':modal'))).toBe(true)
})

test('a page’s own header stays behind the dialog, whatever its z-index', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.addStyleTag({ content: 'header { position: fixed; inset: 0 0 auto; z-index: 2147483647 }' })
  await callOpenModal(page, 'LOGIN')
  expect(await page.getByRole('dialog').evaluate((element) => element.closest('dialog')?.matches(':modal'))).toBe(true)
})

const HOSTILE_CSS = `
  body > *, dialog, body > dialog { display: flex !important }
  dialog { background: red !important; border: 9px solid !important; padding: 99px !important; margin: 99px !important }
  dialog { transform: scale(0.5) !important; inset: 20% !important; max-width: 50px !important; filter: blur(9px) !important }
  dialog::backdrop { background: red !important; display: block !important }
  dialog::before { content: 'page' !important; position: fixed; inset: 0; background: red }
`

/** Of the dialog, its backdrop and what the page puts before it. */
const look = (dialog: Element) => {
  const { x, y, width, height } = dialog.getBoundingClientRect()
  const { backgroundColor, filter } = getComputedStyle(dialog)
  const others = ['::backdrop', '::before'].map((pseudo) => getComputedStyle(dialog, pseudo).display)
  return { x, y, width, height, backgroundColor, filter, others }
}

test('a page’s own style of dialogs neither shows ours while it is closed nor changes it', async ({ page, urls }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.addStyleTag({ content: HOSTILE_CSS })
  await page.getByRole('button', { name: 'Enter' }).hover()
  await expect(page.locator('dialog > ms-modal-host')).toBeAttached()
  await expect(page.locator('dialog:visible')).toHaveCount(0)
  await callOpenModal(page, 'LOGIN')
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Log in', exact: true })
  await expect(submit).toBeVisible()
  expect(await dialog.evaluate(look)).toEqual({
    x: 0,
    y: 0,
    ...page.viewportSize(),
    backgroundColor: 'rgba(0, 0, 0, 0)',
    filter: 'none',
    others: ['none', 'none'],
  })
  const styled = await submit.boundingBox()
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  await expect(page.locator('dialog:visible')).toHaveCount(0)
  const plain = await openModal(page, urls.demo, 'LOGIN')
  expect(await plain.getByRole('button', { name: 'Log in', exact: true }).boundingBox()).toEqual(styled)
})

test('a copy that the page makes of its body while a modal is open shows nothing', async ({ page, urls }) => {
  await openModal(page, urls.demo, 'LOGIN')
  await page.evaluate(() =>
    document.body.append(...[...document.querySelectorAll('dialog')].map((one) => one.cloneNode(true))),
  )
  await expect(page.locator('dialog')).toHaveCount(2)
  // At the place of the button, the copy would be on top.
  await page.getByRole('button', { name: 'Close' }).click()
  await expectModalGone(page)
  await expect(page.locator('dialog:visible')).toHaveCount(0)
})
