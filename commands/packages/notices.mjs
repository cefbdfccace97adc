import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inProject } from '../runtime/project.mjs'

/** Shipped beside third-party code. */
export const NOTICES_FILE = 'third-party-notices.txt'

const RULE = `\n${'-'.repeat(72)}\n\n`

/**
 * The notices that licenses require in copies: names, versions and license texts.
 * @param {Iterable<string>} names of packages with parts in the copy
 * @param {string} what the copy is called
 * @returns {Promise<string>}
 */
export async function notices(names, what) {
  const sorted = [...new Set(names)].toSorted()
  const parts = await Promise.all(sorted.map(noticeOf))
  const head = `Parts of ${what} are third-party work under these licenses.\n`
  return [head, ...parts].join(RULE)
}

/** @param {string} name */
async function noticeOf(name) {
  const folder = inProject('node_modules', name)
  const { version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const text = await licenceText(folder)
  const by = typeof author === 'string' ? author : author?.name
  const without = [`License: ${license}`, by && `Author: ${by}`].filter(Boolean).join('\n')
  return `${name} ${version}\n\n${text ?? without}\n`
}

/** @param {string} folder @returns {Promise<string | null>} null if the package has no license text */
async function licenceText(folder) {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.\w+)?$/iu.test(entry))
  return file === undefined ? null : (await readFile(join(folder, file), 'utf8')).trim()
}

/**
 * The package of a module or asset; null for our own.
 * @param {string} path may have a suffix
 */
export function packageOf(path) {
  const inside = path.replaceAll('\\', '/').split('/node_modules/').at(-1) ?? ''
  const name = /^((?:@[\w.-]+\/)?[\w.-]+)\//u.exec(inside)?.[1]
  return path.replaceAll('\\', '/').includes('/node_modules/') ? (name ?? null) : null
}

/**
 * Writes the notices of every package with code in the build. Packages that were tree-shaken away are not named.
 * @param {string} what the build is called
 * @returns {import('vite').Plugin}
 */
export function thirdPartyNotices(what) {
  return {
    name: 'third-party-notices',
    apply: 'build',
    async generateBundle(_, bundle) {
      const paths = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
          : // Asset names lack the leading folders.
            file.originalFileNames.map((name) => `/${name}`),
      )
      const names = paths.flatMap((path) => packageOf(path) ?? [])
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: await notices(names, what) })
    },
  }
}
