import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from './project.mjs'

/**
 * A command as `npm run build` made it.
 * @param {string} name of its file in `dist/server`
 * @returns {Promise<any>} its module; null when nothing is built, which is said
 */
export async function importBuilt(name) {
  const file = inProject('dist', 'server', `${name}.js`)
  if (existsSync(file)) return import(pathToFileURL(file).href)
  console.error(`Not built yet: dist/server/${name}.js. Run \`npm run build\` first.`)
  return null
}
