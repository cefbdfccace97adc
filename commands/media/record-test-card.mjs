import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findBrowser } from '../browser/find-browser.mjs'
import { ExpectedError } from '../runtime/expected-error.mjs'
import { inProject } from '../runtime/project.mjs'
import { encodeVideo } from './encode-video.mjs'
import { filmCheckout } from './film-checkout.mjs'
import { openCheckout } from './open-checkout.mjs'
import { writeWebm } from './write-webm.mjs'

const FILE = inProject('widget', 'media', 'test-card.webm')
/** The picture has 640 × 400 dots; the modal shows it at half that. */
const SCREEN = { viewport: { width: 400, height: 250 }, deviceScaleFactor: 1.6 }

/**
 * Makes the demo video of the test-card modal anew: the real checkout, paid with the test card in a real browser.
 *
 *     npm run serve
 *     node commands/media/record-test-card.mjs http://localhost:4001
 *
 * @param {string} api origin of a running API in development
 */
async function record(api) {
  const { chromium } = await import('@playwright/test')
  const executablePath = await findBrowser()
  if (!executablePath) throw new ExpectedError('There is no Chromium to record with; set CHROMIUM_PATH to one.')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const page = await browser.newPage({ ...SCREEN, locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' })
    const shots = await filmCheckout(page, await openCheckout(api))
    await page.goto(`${api}/health`)
    const video = await encodeVideo(page, shots)
    const file = writeWebm(video)
    await mkdir(dirname(FILE), { recursive: true })
    await writeFile(FILE, file)
    console.log(`${FILE}: ${(video.durationMs / 1000).toFixed(1)} s, ${(file.length / 1000).toFixed(1)} kB`)
  } finally {
    await browser.close()
  }
}

await record(process.argv[2] ?? 'http://localhost:4001')
