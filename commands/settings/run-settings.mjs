import { importBuilt } from '../runtime/import-built.mjs'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm run settings`: the table of settings, or what is wrong with those that are set.
 * @returns {Promise<number>} 1 when a setting cannot be used or nothing is built, 2 when it was asked wrongly
 */
export async function run() {
  /** @type {typeof import('./settings-command') | null} */
  const built = await importBuilt('settings')
  if (!built) return 1
  return built.settingsCommand(process.argv.slice(2), {
    env: process.env,
    documentFile: inProject('docs', 'settings.md'),
    print: console.log,
    complain: console.error,
  })
}
