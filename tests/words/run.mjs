import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findHits } from './find-hits.mjs'
import { readProse } from './prose.mjs'

/**
 * `npm run words`: fails where a low risk is found. `--medium` lists the medium risks, too; a path lists only what is in it.
 * `--sample=<seed>` prints 50 random items of each kind instead, for an editor to read.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
/** @param {string} line */
const print = (line) => void process.stdout.write(`${line}\n`)

const options = process.argv.slice(2)
const showMedium = options.includes('--medium')
const paths = options.filter((option) => !option.startsWith('--'))
const seed = options.find((option) => option.startsWith('--sample='))?.slice('--sample='.length)
const known = /^--(?:medium|sample=\d+)$/u
const wrong = [
  ...options.filter((option) => option.startsWith('--') && !known.test(option)),
  // A path without prose must not pass as one without hits.
  ...paths.filter((path) => !existsSync(join(root, path))),
]
if (wrong.length > 0) {
  process.exitCode = 1
  print(`There is no ${wrong.join(', ')}. Use a path from the root, --medium or --sample=<seed>.`)
} else if (seed === undefined) report()
else printSample(Number(seed))

function report() {
  const hits = findHits(root).filter(({ path }) => paths.length === 0 || paths.some((start) => path.startsWith(start)))

  for (const { risk, path, line, found, instead } of hits) {
    if (risk === 'low' || showMedium) print(`${path}:${line}: "${found}"; write: ${instead}`)
  }
  const kinds = /** @type {const} */ (['texts', 'documents', 'comments', 'test names'])
  const count = (/** @type {string} */ risk, /** @type {string} */ kind) =>
    hits.filter((hit) => hit.risk === risk && hit.kind === kind).length
  for (const kind of kinds) print(`${kind}: ${count('low', kind)} of low risk, ${count('medium', kind)} of medium risk`)
  if (hits.some(({ risk }) => risk === 'low')) process.exitCode = 1
}

/** @param {number} start seed of a linear congruential generator: the same items for the same texts */
function printSample(start) {
  let state = start
  const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32
  const all = readProse(root).filter(({ text }) => text.trim().split(/\s+/u).length >= 4)
  const isMail = (/** @type {string} */ path) => path.endsWith('/mail-texts.ts')
  const groups = {
    texts: all.filter(({ kind, path }) => kind === 'texts' && !isMail(path)),
    mails: all.filter(({ kind, path }) => kind === 'texts' && isMail(path)),
    documents: all.filter(({ kind }) => kind === 'documents'),
    comments: all.filter(({ kind }) => kind === 'comments'),
  }
  for (const [name, items] of Object.entries(groups)) {
    print(`\n## ${name}\n`)
    for (let number = 1; number <= 50 && items.length > 0; number += 1) {
      const [item] = items.splice(Math.floor(random() * items.length), 1)
      if (item) print(`${number}. ${item.path}:${item.line}: ${item.text.replaceAll(/\s+/gu, ' ').trim()}`)
    }
  }
}
