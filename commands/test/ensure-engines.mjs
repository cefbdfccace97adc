import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from '../runtime/run-child.mjs'

/** What the journeys in other engines start, with Debian's package of each. */
const programs = [
  { name: 'firefox-esr', package: 'firefox-esr' },
  { name: 'WebKitWebDriver', package: 'webkit2gtk-driver' },
  { name: 'Xvfb', package: 'xvfb' },
]

/**
 * Installs the other engines of the slow tier where that is a matter of one command: as root on a Debian. Anywhere
 * else, and where it fails, the journeys of the missing engine are skipped and say so.
 * @returns {Promise<void>}
 */
export async function ensureEngines() {
  const missing = programs.filter(({ name }) => !isOnPath(name)).map((program) => program.package)
  if (missing.length === 0 || process.getuid?.() !== 0 || !isOnPath('apt-get')) return
  console.log(`Installing ${missing.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runChild('apt-get', ['update', '-qq'], { env })
  await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env })
}

/** @param {string} name */
const isOnPath = (name) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))
