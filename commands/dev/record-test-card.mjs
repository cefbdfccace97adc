import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBrowser } from '../runtime/browser.mjs'
import { ExpectedError, inProject } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'

/**
 * @typedef {object} Shot a still image
 * @property {Buffer} png
 * @property {number} frames how long it is shown
 */

const FILE = inProject('widget', 'media', 'test-card.webm')
/** The video has 640 × 400 pixels; the modal shows it at half size. */
const SCREEN = { viewport: { width: 400, height: 250 }, deviceScaleFactor: 1.6 }
const FRAMES_PER_SECOND = 20

/**
 * Records the demo video of the test-card modal: the real checkout, paid with the test card in a real browser. Needs
 * ffmpeg.
 *
 *     npm run serve
 *     node commands/dev/record-test-card.mjs http://localhost:4001
 *
 * @param {string} api origin of a running API in development
 */
async function record(api) {
  const { chromium } = await import('@playwright/test')
  const executablePath = await findBrowser()
  if (!executablePath) throw new ExpectedError('No Chromium found. Set CHROMIUM_PATH.')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const page = await browser.newPage({ ...SCREEN, locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' })
    const shots = await filmCheckout(page, await openCheckout(api))
    await encode(shots)
    const frames = shots.reduce((sum, shot) => sum + shot.frames, 0)
    const { size } = await stat(FILE)
    console.log(`${FILE}: ${(frames / FRAMES_PER_SECOND).toFixed(1)} s, ${(size / 1000).toFixed(1)} kB`)
  } finally {
    await browser.close()
  }
}

/** Writes a silent VP9 video. @param {readonly Shot[]} shots all of one size */
async function encode(shots) {
  await mkdir(dirname(FILE), { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'film-'))
  try {
    const lines = await Promise.all(
      shots.map(async ({ png, frames }, index) => {
        await writeFile(join(folder, `${index}.png`), png)
        return `file ${index}.png\nduration ${frames / FRAMES_PER_SECOND}`
      }),
    )
    const list = join(folder, 'shots.txt')
    // The demuxer ignores the last duration unless the last file is named twice.
    await writeFile(list, [...lines, `file ${shots.length - 1}.png`, ''].join('\n'))
    const frames = shots.reduce((sum, shot) => sum + shot.frames, 0)
    const video = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-b:v', '60k', '-an', '-frames:v', String(frames)]
    const input = ['-f', 'concat', '-i', list, '-vf', `fps=${FRAMES_PER_SECOND}`]
    const { code, output } = await runChild('ffmpeg', ['-y', '-v', 'error', ...input, ...video, FILE], {
      capture: true,
    })
    if (code !== 0) throw new ExpectedError(`${output}\nffmpeg could not write the video.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The number that the modal copies, with a valid date and CVC. */
const CARD = { 'Card number': '4242 4242 4242 4242', Expiry: '12 / 34', CVC: '123' }

/**
 * Pays a checkout with the test card and takes screenshots.
 * @param {import('@playwright/test').Page} page
 * @param {string} url of the checkout
 * @returns {Promise<Shot[]>}
 */
async function filmCheckout(page, url) {
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
    // The number is pasted, the rest is typed.
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
  // The site is not part of the video.
  await page.goto(url)
  await keep(40)
  return shots
}

/**
 * Scrolls to the target in visible steps.
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

/**
 * Signs up a member of the demo app and opens a checkout.
 * @param {string} api origin of a running API
 * @returns {Promise<string>} URL of the checkout
 */
async function openCheckout(api) {
  const email = `film-${Date.now()}@example.com`
  const { tokens } = await post(`${api}/auth/signup`, { email, password: 'a-good-password' })
  const site = new URL(api).origin
  const order = { priceId: 'prc_pro-monthly', success_url: site, cancel_url: site, origin_url: site }
  const { url } = await post(`${api}/member/plans/create-checkout-session`, order, tokens.accessToken)
  return url
}

/** @param {string} url @param {object} body @param {string} [token] */
async function post(url, body, token) {
  const headers = {
    'Content-Type': 'application/json',
    'X-APP-ID': 'app_demo',
    Origin: new URL(url).origin,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (!answer?.ok)
    throw new ExpectedError(`${url} returned ${answer?.status ?? 'no response'}. Is the product running there?`)
  return (await answer.json()).data
}

await record(process.argv[2] ?? 'http://localhost:4001')
