import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { inProject } from '../runtime/project.mjs'

const NEEDED = ['server/serve.js', 'site/index.html', 'widget/membership.js']

/**
 * `npm run serve`: serves what is built, and does nothing else.
 * @param {{ production?: boolean }} [options] `production`: for others, so nothing that is for development is taken
 * @returns {Promise<number | void>} 1 when nothing is built or a server could not start; else it runs until a signal
 */
export async function run(options = {}) {
  const problem = (await findMissingPackages()) ?? findMissingBuild()
  if (problem !== null) {
    console.error(problem)
    return 1
  }
  /** @type {typeof import('./serve')} */
  const { serve } = await import(pathToFileURL(inProject('dist', 'server', 'serve.js')).href)
  return serve(process.env, options)
}

/** @returns {Promise<string | null>} */
async function findMissingPackages() {
  const { dependencies } = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  const one = Object.keys(dependencies).find((name) => !existsSync(inProject('node_modules', name, 'package.json')))
  return one === undefined ? null : `Not installed yet: the package ${one} is missing. Run \`npm ci\` first.`
}

/** @returns {string | null} */
function findMissingBuild() {
  const missing = NEEDED.filter((file) => !existsSync(inProject('dist', file)))
  return missing.length > 0 ? `Not built yet: dist/${missing.join(', dist/')}. Run \`npm run build\` first.` : null
}
