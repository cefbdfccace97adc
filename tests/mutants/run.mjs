import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.mjs'

/**
 * @typedef {import('./mutant.mjs').Mutant} Mutant
 * @typedef {{ file: string, text: string }} Place
 * @typedef {Set<string> | null} Failures names of the failed tests; null if the run gave no result
 */

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '')
const PROGRAMS = ['api', 'widget', 'host-site', 'commands', 'contract']
const COPIES = 2
const TIMEOUT_MS = 300_000
/** Exit code 1 if more mutants survive. */
const MISSED_MAX = 2

const HELP = `npm run mutants [-- <word>...] [-- --check]

Puts one small fault at a time into a copy of the code and runs the tests of its feature, which have to notice it.

Words choose faults by their feature or text. --check only says which faults no longer fit the code.

Exit code: 0 done, 1 too many faults were missed or do not fit.`

/** @param {string} line */
const print = (line) => void process.stdout.write(`${line}\n`)

/** @param {string} folder @returns {string[]} */
const listFiles = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

const sources = PROGRAMS.flatMap(listFiles)
  .filter((file) => /\.(?:ts|tsx|mjs)$/u.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
/** Suites of features, without those that kill and wait. */
const SUITES = ['tests/api', 'tests/widget', 'tests/host-site', 'tests/commands', 'tests/contract', 'tests/security']
const testFiles = SUITES.flatMap(listFiles).filter((file) => /\.test\.tsx?$/u.test(file))

/** Finds the place of a fault. @param {Mutant} mutant @returns {Place | string} or the reason why it was not found */
function placeOf({ find, tests }) {
  const all = new RegExp(find, `g${find.flags}`)
  const found = sources.flatMap((place) => [...place.text.matchAll(all)].map(() => place))
  if (found.length > 1) return `is in several places: ${found.map(({ file }) => file).join(', ')}`
  const absent = tests.filter((part) => testsOf([part]).length === 0)
  if (absent.length > 0) return `names tests that do not exist: ${absent.join(', ')}`
  return found[0] ?? 'is in no file'
}

/** @param {readonly string[]} parts */
const testsOf = (parts) => testFiles.filter((file) => parts.some((part) => file.includes(part)))

/** A copy of tracked and new files. @returns {string} */
function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'membership-mutant-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  for (const file of stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Runs test files in a copy. @param {string} folder @param {readonly string[]} files @returns {Promise<Failures>} */
function runTests(folder, files) {
  const report = join(folder, 'mutant-report.json')
  rmSync(report, { force: true })
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--config', 'tests/vitest.config.ts', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [...args, ...files], { cwd: folder, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill(), TIMEOUT_MS * Math.max(1, files.length / 10))
  return new Promise((resolve) =>
    child.once('close', () => {
      clearTimeout(timer)
      resolve(existsSync(report) ? failuresIn(JSON.parse(readFileSync(report, 'utf8'))) : null)
    }),
  )
}

/** @param {{ testResults: { name: string, assertionResults: { fullName: string, status: string }[] }[] }} report */
function failuresIn({ testResults }) {
  const results = testResults.flatMap((file) => file.assertionResults)
  if (results.length === 0) return null
  return new Set(results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName))
}

/**
 * Whether the tests detect a fault. Tests that also fail without it are ignored.
 * @param {Mutant} mutant
 * @param {Place} place
 * @param {string} folder
 * @param {ReadonlySet<string>} known
 */
async function tryMutant({ find, put, tests }, { file, text }, folder, known) {
  writeFileSync(join(folder, file), text.replace(find, put))
  try {
    const failures = await runTests(folder, testsOf(tests))
    if (failures === null) return { caughtBy: null, remark: 'no test could be run' }
    const first = [...failures].find((name) => !known.has(name))
    return { caughtBy: first ?? null, remark: '' }
  } finally {
    writeFileSync(join(folder, file), text)
  }
}

/** @param {readonly { mutant: Mutant, place: Place }[]} chosen @returns {Promise<number>} number of survivors */
async function tryAll(chosen) {
  const folders = Array.from({ length: COPIES }, copyTree)
  try {
    const files = [...new Set(chosen.flatMap(({ mutant }) => testsOf(mutant.tests)))]
    print(`Without a fault: ${files.length} test files …`)
    const known = await runTests(folders[0] ?? '', files)
    if (known === null) throw new Error('The tests do not run.')
    for (const name of known) print(`  fails already: ${name}`)
    const waiting = [...chosen]
    let missed = 0
    await Promise.all(
      folders.map(async (folder) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { caughtBy, remark } = await tryMutant(next.mutant, next.place, folder, known)
          if (caughtBy === null) missed += 1
          const sign = caughtBy === null ? '✗ survived' : '✓ caught  '
          print(
            `${sign} ${next.mutant.feature}: ${next.mutant.find.source} in ${next.place.file} ${caughtBy ?? remark}`,
          )
        }
      }),
    )
    return missed
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} args @returns {Promise<number>} exit code */
async function run(args) {
  if (args.includes('--help')) return (print(HELP), 0)
  const words = args.filter((word) => !word.startsWith('--'))
  const wanted = mutants.filter(({ feature, find }) =>
    words.length === 0 ? true : words.some((word) => `${feature} ${find.source}`.includes(word)),
  )
  const placed = wanted.map((mutant) => ({ mutant, place: placeOf(mutant) }))
  const unfit = placed.flatMap(({ mutant, place }) => (typeof place === 'string' ? [{ mutant, place }] : []))
  for (const { mutant, place } of unfit) print(`✗ ${mutant.feature}: ${mutant.find.source} ${place}`)
  if (args.includes('--check')) return unfit.length > 0 ? 1 : 0
  const chosen = placed.flatMap(({ mutant, place }) => (typeof place === 'string' ? [] : [{ mutant, place }]))
  const missed = await tryAll(chosen)
  print(`${chosen.length - missed} of ${wanted.length} faults caught, ${missed} survived, ${unfit.length} do not fit`)
  return missed + unfit.length > MISSED_MAX ? 1 : 0
}

process.exitCode = await run(process.argv.slice(2))
