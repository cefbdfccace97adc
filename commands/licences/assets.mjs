import { relative } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { inProject, root } from '../runtime/project.mjs'

/** Folders whose files reach other people. */
const SHIPPED = ['api', 'demo-pages', 'docs', 'host-site', 'widget']

/** What is written here, as opposed to drawn, filmed or collected. */
const WRITTEN = /\.(ts|tsx|mjs|js|css|html|md)$/u

/**
 * Where pictures, films, data and texts come from. The first row that fits counts.
 * @type {readonly { files: RegExp, from: string, licence: string }[]}
 */
export const assets = [
  { files: /^api\/(apps|banks)\/[\w-]+\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^widget\/translations\/[a-z]{2}\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^widget\/media\/test-card\.webm$/u, from: 'filmed by `commands/media`', licence: 'own' },
  { files: /^host-site\/ui\/drawings\/[\w-]+\.svg$/u, from: 'drawn for the product', licence: 'own' },
  { files: /^(host-site\/public\/favicon|demo-pages\/icon)\.svg$/u, from: 'drawn for the product', licence: 'own' },
  { files: /^demo-pages\/[\w/-]+\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^docs\/[\w/.-]+$/u, from: 'written for the product', licence: 'own' },
]

/**
 * Files that nobody has said the origin of.
 * @param {readonly string[]} files paths below the repository's root
 */
export const unknownAssets = (files) =>
  files.filter((file) => !WRITTEN.test(file) && !assets.some((row) => row.files.test(file)))

/** @returns {Promise<string[]>} files that reach other people, by path below the repository's root */
export async function shippedFiles() {
  const lists = await Promise.all(SHIPPED.map((folder) => listFiles(inProject(folder))))
  return lists.flat().map((file) => relative(root, file).replaceAll('\\', '/'))
}
