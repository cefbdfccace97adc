import { readFile } from 'node:fs/promises'
import { runChild, runTool } from '../runtime/run-child.mjs'
import { findBrowser } from './find-browser.mjs'

/** What a person runs when nothing here worked. */
export const BROWSER_HINT =
  'No browser for the tests: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to a Chromium.'

/**
 * Finds a browser or installs one: Debian's package when root on Debian, else Playwright's own.
 * @returns {Promise<string | null>} path of the executable, null when there is none to be had
 */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && (await isDebian())) {
    console.log("Installing Debian's Chromium …")
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runChild('apt-get', ['update', '-qq'], { env })
    await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
    const installed = await findBrowser()
    if (installed) return installed
  }
  console.log("Installing Playwright's Chromium …")
  await runTool('@playwright/test/cli.js', ['install', 'chromium'])
  return findBrowser()
}

/** Ubuntu is not meant: its chromium package needs a running snap service. */
async function isDebian() {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID=debian$/m.test(release)
}
