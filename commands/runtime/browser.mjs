import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runChild, runTool } from './run-child.mjs'

/** Printed if no browser could be found or installed. */
export const BROWSER_HINT =
  'No browser for the tests: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to a Chromium.'

/**
 * Finds or installs a browser: Debian's package if root on Debian, else Playwright's own.
 * @returns {Promise<string | null>} path of the executable, null if none could be installed
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

/** Not Ubuntu, whose chromium package needs a running snap service. */
async function isDebian() {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID=debian$/m.test(release)
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium that starts: CHROMIUM_PATH, one on the PATH, or Playwright's download.
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<string | null>} path of the executable
 */
export async function findBrowser(env = process.env) {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH']
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...FIXED_PLACES]
  return candidates.find(starts) ?? (await playwrightsOwn())
}

/** Some systems ship a stub of that name. @param {string} file */
const starts = (file) => existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : null
}
