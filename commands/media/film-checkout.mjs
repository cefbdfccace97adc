/**
 * @typedef {object} Shot what is seen for a while
 * @property {Buffer} png
 * @property {number} frames how many frames it stays
 */

/** The number that the modal copies, and a date and a CVC that fit it. */
const CARD = { 'Card number': '4242 4242 4242 4242', Expiry: '12 / 34', CVC: '123' }

/**
 * Pays an open checkout with the test card, and keeps what that looks like.
 * @param {import('@playwright/test').Page} page
 * @param {string} url of the checkout
 * @returns {Promise<Shot[]>}
 */
export async function filmCheckout(page, url) {
  /** @type {Shot[]} */
  const shots = []
  const keep = async (/** @type {number} */ frames) => shots.push({ png: await page.screenshot(), frames })
  await page.goto(url)
  const pay = page.getByRole('button', { name: /^Pay/ })
  await page.getByText('Test cards', { exact: true }).last().scrollIntoViewIfNeeded()
  const field = (/** @type {string} */ label) => page.getByLabel(label, { exact: true })
  await field('Card number').evaluate((input) => input.scrollIntoView({ block: 'center' }))
  await keep(20)
  for (const [label, value] of Object.entries(CARD)) {
    await field(label).evaluate((input) => input.focus({ preventScroll: true }))
    await scrollTo(page, field(label), keep)
    await keep(8)
    // A number is pasted, as the modal copied it; the rest is typed.
    const pieces = label === 'Card number' ? [value] : value.split('')
    for (const piece of pieces) {
      await page.keyboard.insertText(piece)
      await keep(piece === ' ' ? 1 : 3)
    }
    await keep(8)
  }
  await scrollTo(page, pay, keep)
  await pay.focus()
  await keep(12)
  await pay.click()
  // The site that it belongs to is not in the picture.
  await page.goto(url)
  await keep(40)
  return shots
}

/**
 * Brings something into the middle, in steps that are seen.
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Locator} target
 * @param {(frames: number) => Promise<unknown>} keep
 */
async function scrollTo(page, target, keep) {
  const distance = await target.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    const { scrollHeight } = document.documentElement
    const wanted = scrollY + top + height / 2 - innerHeight / 2
    return Math.max(0, Math.min(wanted, scrollHeight - innerHeight)) - scrollY
  })
  const start = await page.evaluate(() => scrollY)
  if (Math.abs(distance) < 2) return
  const steps = 8
  for (let step = 1; step <= steps; step += 1) {
    const eased = (1 - Math.cos((Math.PI * step) / steps)) / 2
    await page.evaluate((y) => window.scrollTo(0, y), start + distance * eased)
    await keep(1)
  }
}
