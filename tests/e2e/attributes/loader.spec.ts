import { holdAnswers } from '../page-recorder'
import { expect, test } from '../product-test'

test('data-ms-loader: shown while the page works or a form is being sent, but not for very short work', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/loader/loader.html`)
  const loader = page.getByRole('status').filter({ hasText: 'One moment' })
  await expect(loader).toBeHidden()
  await page.getByRole('button', { name: 'Work for two seconds' }).click()
  await expect(loader).toBeVisible()
  await expect(loader).toBeHidden()

  let answer = (): void => {}
  await page.route(/send-reset-password-email$/, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(loader).toBeVisible()
  answer()
  await expect(loader).toBeHidden()

  await page.clock.install()
  await page.evaluate(() => {
    const seen: string[] = []
    const element = document.querySelector('[data-ms-loader]')
    if (!element) throw new Error('no loader')
    new MutationObserver(() => seen.push(getComputedStyle(element).display)).observe(element, { attributes: true })
    Object.assign(window, { seen })
    window.$memberstackDom?._showLoader()
    window.$memberstackDom?._hideLoader()
  })
  await page.clock.runFor(1_000)
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).not.toContain('block')
})

test('data-ms-loader: stays until a redirect has happened, and is gone after a return', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.demo}/loader/loader.html`)
  const loader = page.locator('[data-ms-loader]')
  await page.locator('form').evaluate((form) => form.setAttribute('redirect', '/redirects/landing.html'))
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      const shown = [...document.querySelectorAll('[data-ms-loader], button:disabled')]
      const displays = shown.map((element) => getComputedStyle(element).display)
      sessionStorage.setItem('at-leaving', displays.join())
    })
  })
  const release = await holdAnswers(page, /landing\.html$/)
  await page.getByLabel('Email').fill(email)
  const asked = page.waitForRequest(/landing\.html$/)
  // During a navigation a page can report, but not be asked.
  const shown = new Promise<void>((resolve) => void page.exposeFunction('loaderShown', resolve))
  await loader.evaluate((element) => {
    const tell: unknown = Reflect.get(window, 'loaderShown')
    const look = (): void => {
      if (!element.checkVisibility()) return void requestAnimationFrame(look)
      if (typeof tell === 'function') tell()
    }
    look()
  })
  await page.getByRole('button', { name: 'Send the code' }).click()
  await Promise.all([asked, shown])
  release()
  await page.waitForURL(/landing\.html$/)
  expect(await page.evaluate(() => sessionStorage.getItem('at-leaving'))).toBe('block,block')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeEnabled()
  await expect(loader).toBeHidden()
})
