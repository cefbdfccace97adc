import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium that starts: the one that CHROMIUM_PATH names, one on the path, or Playwright's own download.
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<string | null>} path of the executable
 */
export async function findBrowser(env = process.env) {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH']
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...FIXED_PLACES]
  return candidates.find(starts) ?? (await playwrightsOwn())
}

/** Some systems ship a script of that name that only says where to get a browser. @param {string} file */
const starts = (file) => existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : null
}
