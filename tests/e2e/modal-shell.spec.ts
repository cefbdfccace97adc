import type { Locator, Page } from '@playwright/test'
import { expectModalGone } from './account-modals'
import { MODAL_WIDTH_PX } from '../../contract/limits'
import { findings, rulesIn } from './axe-findings'
import { overlayOf } from './gallery'
import { expect, test } from './product-test'

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.locator('ms-modal-host').locator('.panel')

async function openLogin(page: Page, demo: string): Promise<void> {
  await page.goto(`${demo}/modals/login.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => {
    void window.$memberstackDom?.openModal('LOGIN')
  })
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
}

test('a modal opened while the browser closes another one shows, and stays', async ({ page, urls }) => {
  await page.clock.install()
  await openLogin(page, urls.demo)
  await page.evaluate(() => {
    document.querySelector('ms-modal-host')?.closest('dialog')?.close()
    // Before the browser fires its event.
    void window.$memberstackDom?.openModal('FORGOT_PASSWORD')
  })
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await page.evaluate(async () => {
    const root = document.querySelector('ms-modal-host')?.shadowRoot
    await Promise.all(root?.getAnimations().map((animation) => animation.finished) ?? [])
  })
  // Longer than a fade.
  await page.clock.runFor(600)
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectModalGone(page)
})

test('the focus returns to an opener inside another shadow root', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => {
    const host = document.body.appendChild(document.createElement('div'))
    const button = document.createElement('button')
    button.textContent = 'In the shadow'
    button.addEventListener('click', () => void window.$memberstackDom?.openModal('LOGIN'))
    host.attachShadow({ mode: 'open' }).append(button)
  })
  const opener = page.getByRole('button', { name: 'In the shadow' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('the focus goes to the start of the page’s main part when the opener is gone and nothing follows it', async ({
  page,
  urls,
}) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  const opener = page.getByRole('button', { name: 'Log in, from a button' })
  await opener.click()
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await opener.evaluate((element) => element.remove())
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the page can be used again at once, while the dialog still fades', async ({ page, urls }) => {
  await openLogin(page, urls.demo)
  await page.getByRole('button', { name: 'Log in, from a button' }).evaluate(noteReachWhileFading)
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  expect(await page.evaluate(() => window.reachedWhileFading)).toBe(true)
})

declare global {
  interface Window {
    reachedWhileFading?: boolean
  }
}

/** Runs in the page: records whether a click would reach the button behind a fading dialog. */
function noteReachWhileFading(button: Element): void {
  const frame = document.querySelector('ms-modal-host')?.closest('dialog')
  if (!frame) throw new Error('There is no modal')
  new MutationObserver(() => {
    if (frame.open || !frame.inert) return
    const { x, y, width, height } = button.getBoundingClientRect()
    window.reachedWhileFading = document.elementFromPoint(x + width / 2, y + height / 2) === button
  }).observe(frame, { attributes: true })
}

test('a selection that is dragged from the dialog onto the backdrop does not close it', async ({ page, urls }) => {
  await openLogin(page, urls.demo)
  await dialog(page).getByLabel('Email').fill('ada@example.com')
  const box = await dialog(page).getByLabel('Email').boundingBox()
  if (!box) throw new Error('The field has no place on the page')
  await page.mouse.move(box.x + 60, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(5, 5, { steps: 5 })
  await page.mouse.up()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Email').clear()
  await page.mouse.click(5, 5)
  await expectModalGone(page)
})

test('the Tab key stays in the dialog and reaches every control', async ({ page, urls }) => {
  await openLogin(page, urls.demo)
  await dialog(page).getByRole('button', { name: 'Continue with Google' }).focus()
  const names: (string | null)[] = []
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const active = document.querySelector('ms-modal-host')?.shadowRoot?.activeElement
        return active?.getAttribute('name') ?? active?.getAttribute('aria-label') ?? active?.textContent ?? null
      }),
    )
  }
  expect(names).toEqual([
    'Continue with Facebook',
    'Continue with LinkedIn',
    'Continue with Spotify',
    'Continue with Dribbble',
    'Continue with GitHub',
    'email',
    'password',
    'Show password',
    'Forgot password?',
    'Log in',
    'Log in with a passkey',
    'Email me a login code',
    'Don’t have an account? Sign up',
    'Close',
  ])
})

test('the dialog is 360 pixels wide, narrower on small phones, and scrolls if it is too high', async ({
  page,
  urls,
}) => {
  await openLogin(page, urls.demo)
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(MODAL_WIDTH_PX)
  await page.setViewportSize({ width: 320, height: 256 })
  const box = await panel(page).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(320 - 2 * 8)
  await dialog(page).getByRole('button', { name: 'Log in', exact: true }).scrollIntoViewIfNeeded()
  await expect(dialog(page).getByRole('button', { name: 'Log in', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await overlayOf(dialog(page)).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})

test('on a small phone the login fits, and the button of the sign-up is in view', async ({ page, urls }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openLogin(page, urls.demo)
  await expect(panel(page)).toBeInViewport({ ratio: 1 })
  await dialog(page).getByRole('button', { name: 'Don’t have an account? Sign up' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Sign up', exact: true })).toBeInViewport({ ratio: 1 })
})

test('a refusal stands before the button that was pressed, in view, and moves nothing by more than its height', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.setViewportSize({ width: 360, height: 640 })
  await openLogin(page, urls.demo)
  await dialog(page).getByLabel('Email').fill('nobody@example.com')
  await dialog(page).getByLabel('Password', { exact: true }).fill('wrong-password')
  const button = dialog(page).getByRole('button', { name: 'Log in', exact: true })
  const heightOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.height ?? 0
  const whole = await heightOf(panel(page))
  await page.keyboard.press('Enter')
  const refusal = dialog(page).getByRole('alert')
  await expect(refusal).toContainText('Invalid')
  await expect(refusal).toBeInViewport({ ratio: 1 })
  expect(await refusal.evaluate((element) => element.nextElementSibling?.matches('[role=status]'))).toBe(true)
  const gap = 18
  expect((await heightOf(panel(page))) - whole).toBeLessThanOrEqual((await heightOf(refusal)) + gap + 1)
  const [message, pressed] = [await refusal.boundingBox(), await button.boundingBox()]
  expect((pressed?.y ?? 0) - (message?.y ?? 0) - (message?.height ?? 0)).toBeLessThanOrEqual(gap + 5)
  await expect(dialog(page).getByRole('alert')).toHaveCount(1)
})

test('nothing moves with reduced motion', async ({ page, urls }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLogin(page, urls.demo)
  const moving = await overlayOf(dialog(page)).evaluate((element) => element.getAnimations({ subtree: true }).length)
  expect(moving).toBe(0)
  expect(await overlayOf(dialog(page)).evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
})

test.describe('without motion, because colors are wrong during a fade', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('form, field errors and failure have no accessibility violation, in light or dark', async ({
    page,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 401/)
    const expectNone = async (what: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await findings(page, rulesIn(colorScheme)), `${what}, ${colorScheme}`).toEqual([])
      }
    }
    await openLogin(page, urls.demo)
    await expectNone('form')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Please enter your password.')).toBeVisible()
    await expectNone('field errors')
    await dialog(page).getByLabel('Email').fill('nobody@example.com')
    await dialog(page).getByLabel('Password', { exact: true }).fill('wrong-password')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText('Invalid')
    await expectNone('failure')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`whatever colours an owner chose, everything can be read (${colorScheme})`, async ({ page, urls }) => {
      await page.emulateMedia({ colorScheme })
      const lightMode = { primaryButton: 'gold', primaryButtonText: 'hsl(50 100% 90%)', titles: 'oklch(0.9 0.05 90)' }
      await page.route(`${urls.api}/app-member`, async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        body.data.app.branding.colors.lightMode = lightMode
        await route.fulfill({ response, json: body })
      })
      await openLogin(page, urls.demo)
      const button = dialog(page).getByRole('button', { name: 'Log in', exact: true })
      await expect(button).toHaveCSS('background-color', 'rgb(255, 215, 0)')
      await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)')
      expect(await findings(page, rulesIn(colorScheme))).toEqual([])
    })
  }
})

test('a page’s own style sheet takes precedence, and the direction is the page’s', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.addStyleTag({ content: 'ms-modal-host { --ms-primary: rgb(1, 2, 3) } html { direction: rtl }' })
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => {
    void window.$memberstackDom?.openModal('LOGIN')
  })
  await expect(dialog(page).getByRole('button', { name: 'Log in', exact: true })).toHaveCSS(
    'background-color',
    'rgb(1, 2, 3)',
  )
  const close = await dialog(page).getByRole('button', { name: 'Close' }).boundingBox()
  const whole = await panel(page).boundingBox()
  expect((close?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(MODAL_WIDTH_PX / 2)
})
