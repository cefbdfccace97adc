import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from '../runtime/install.mjs'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm start`: installs, builds what is stale, and serves in this process, so that a signal reaches the server.
 * @returns {Promise<number | void>} an exit code if it could not start
 */
export async function start() {
  await ensureInstalled()
  // Loaded on use: a production installation has no build tools.
  const [{ buildInChild, staleParts }, { parts }] = await Promise.all([
    import('../build/build-stale.mjs'),
    import('../build/parts.mjs'),
  ])
  if ((await staleParts(parts)).length > 0 && !(await buildInChild())) return 1
  return serve()
}

/**
 * `npm run start:production`: serves an existing build. Refuses development settings; installs and builds nothing.
 * @returns {Promise<number | void>} 1 if it could not start; otherwise it runs until a signal
 */
export async function startProduction() {
  process.env['NODE_ENV'] = 'production'
  return serve({ production: true })
}

const NEEDED = ['server/serve.js', 'site/index.html', 'console/index.html', 'widget/membership.js']

/**
 * `npm run serve`: serves an existing build.
 * @param {{ production?: boolean }} [options] `production` refuses development settings
 * @returns {Promise<number | void>} 1 if nothing is built or a server could not start; otherwise it runs until a signal
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
