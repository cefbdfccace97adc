import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inProject } from '../runtime/project.mjs'

const exec = promisify(execFile)
const BANKS = 'api/banks/'

/**
 * Writes `dist/release/membership-<version>.tar.gz` from HEAD. Its question banks contain only the questions for
 * practice, so no one who has the archive has a key of a counted question.
 * @param {string[]} _args
 * @param {{ repository?: string, into?: string, print?: (text: string) => void }} [options]
 * @returns {Promise<number>} exit code: 1 if a counted question is in another file
 */
export async function run(
  _args,
  { repository = inProject(), into = inProject('dist/release'), print = console.log } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  const git = gitOf(repository, join(folder, 'index'))
  try {
    await git(['read-tree', 'HEAD'])
    const counted = await keepOpenQuestions(git, folder)
    const tree = (await git(['write-tree'])).trim()
    const found = await findTexts(git, tree, counted, folder)
    if (found.length > 0) {
      print(`Not written: these files contain counted questions.\n${found.join('\n')}`)
      return 1
    }
    const { version } = JSON.parse(await git(['show', 'HEAD:package.json']))
    const name = `membership-${version}`
    const file = join(into, `${name}.tar.gz`)
    await mkdir(into, { recursive: true })
    await git(['archive', '--format', 'tar.gz', '--prefix', `${name}/`, '--output', file, tree])
    print(`${file}: without ${counted.length} counted questions. Keep api/banks elsewhere and set BANKS_DIR.`)
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} cwd
 * @param {string} index
 */
const gitOf = (cwd, index) => async (/** @type {string[]} */ args) =>
  (await exec('env', [`GIT_INDEX_FILE=${index}`, 'git', ...args], { cwd, maxBuffer: 100_000_000 })).stdout

/**
 * Replaces each bank in the index by its open questions.
 * @param {ReturnType<typeof gitOf>} git
 * @param {string} folder
 * @returns {Promise<string[]>} texts of the counted questions
 */
async function keepOpenQuestions(git, folder) {
  const files = (await git(['ls-files', BANKS])).split('\n').filter((file) => file.endsWith('.json'))
  const texts = []
  for (const file of files) {
    const bank = JSON.parse(await git(['show', `HEAD:${file}`]))
    /** @type {{ open?: boolean, text: string, why: string }[]} */
    const questions = bank.questions
    texts.push(...questions.filter(({ open }) => !open).flatMap(({ text, why }) => [text, why]))
    const kept = join(folder, 'bank.json')
    await writeFile(kept, `${JSON.stringify({ ...bank, questions: questions.filter(({ open }) => open) }, null, 2)}\n`)
    const blob = (await git(['hash-object', '-w', kept])).trim()
    await git(['update-index', '--cacheinfo', `100644,${blob},${file}`])
  }
  return texts
}

/**
 * @param {ReturnType<typeof gitOf>} git
 * @param {string} tree
 * @param {string[]} texts
 * @param {string} folder
 * @returns {Promise<string[]>} files of the tree with one of the texts
 */
async function findTexts(git, tree, texts, folder) {
  const patterns = join(folder, 'patterns')
  const escaped = texts.map((text) => JSON.stringify(text).slice(1, -1))
  await writeFile(patterns, [...new Set([...texts, ...escaped])].join('\n'))
  // Exit code 1: none was found.
  const found = await git(['grep', '-l', '-F', '-f', patterns, tree]).catch((error) => {
    if (error.code === 1) return ''
    throw error
  })
  return found.split('\n').filter((line) => line !== '')
}
