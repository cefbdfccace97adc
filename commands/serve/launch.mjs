import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from '../runtime/install.mjs'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm start`: installs what is missing, builds what is stale, and serves. The server runs in this very process, so a
 * signal reaches it and nothing stays behind.
 * @returns {Promise<number | void>} an exit code when it could not start
 */
export async function start() {
  await ensureInstalled()
  // Loaded here only: an installation in production has no tools to build with.
  const [{ buildInChild, staleParts }, { parts }] = await Promise.all([
    import('../build/build-stale.mjs'),
    import('../build/parts.mjs'),
  ])
  if ((await staleParts(parts)).length > 0 && !(await buildInChild())) return 1
  return serve()
}

/**
 * `npm run start:production`: serves what is built to others. It installs and builds nothing, and starts only when no setting
 * is left that is for development.
 * @returns {Promise<number | void>} 1 when it could not start; else it runs until a signal
 */
export async function startProduction() {
  process.env['NODE_ENV'] = 'production'
  return serve({ production: true })
}

const NEEDED = ['server/serve.js', 'site/index.html', 'widget/membership.js']

/**
 * `npm run serve`: serves what is built, and does nothing else.
 * @param {{ production?: boolean }} [options] `production`: for others, so nothing that is for development is taken
 * @returns {Promise<number | void>} 1 when nothing is built or a server could not start; else it runs until a signal
 */
export async function serve(options = {}) {
  const problem = (await findMissingPackages()) ?? findMissingBuild()
  if (problem !== null) {
    console.error(problem)
    return 1
  }
  /** @type {typeof import('./serve')} */
  const program = await import(pathToFileURL(inProject('dist', 'server', 'serve.js')).href)
  return program.serve(process.env, options)
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
