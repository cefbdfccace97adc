import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inProject } from '../runtime/project.mjs'

/** The file that goes along with what holds the work of others. */
export const NOTICES_FILE = 'third-party-notices.txt'

const RULE = `\n${'-'.repeat(72)}\n\n`

/**
 * What licences ask to be passed on with copies: names, versions, and the texts as their packages have them.
 * @param {Iterable<string>} names of packages that something of is in the copy
 * @param {string} what the copy, as its readers know it
 * @returns {Promise<string>}
 */
export async function notices(names, what) {
  const sorted = [...new Set(names)].toSorted()
  const parts = await Promise.all(sorted.map(noticeOf))
  const head = `Parts of ${what} are the work of others, under these licences.\n`
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

/** @param {string} folder @returns {Promise<string | null>} null where a package brings no text along */
async function licenceText(folder) {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.\w+)?$/iu.test(entry))
  return file === undefined ? null : (await readFile(join(folder, file), 'utf8')).trim()
}

/**
 * The package that a module or an asset is of; null for our own.
 * @param {string} path with anything behind it
 */
export function packageOf(path) {
  const inside = path.replaceAll('\\', '/').split('/node_modules/').at(-1) ?? ''
  const name = /^((?:@[\w.-]+\/)?[\w.-]+)\//u.exec(inside)?.[1]
  return path.replaceAll('\\', '/').includes('/node_modules/') ? (name ?? null) : null
}

/**
 * Writes the notices of every package that something of went into a build, beside what was built. What was looked at and left
 * out is not named.
 * @param {string} what as its readers know it
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
          : // Paths of assets are told without what stands before them.
            file.originalFileNames.map((name) => `/${name}`),
      )
      const names = paths.flatMap((path) => packageOf(path) ?? [])
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: await notices(names, what) })
    },
  }
}
