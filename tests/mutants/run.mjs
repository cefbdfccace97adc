import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
import { changedTests } from '../../commands/test/changed-tests.mjs'
import { unitProjects } from '../../commands/test/gate.mjs'
import { programs, readGraph } from '../../commands/test/import-graph.mjs'
import { withoutServers } from '../../commands/test/servers.mjs'
import { mutants } from './mutants.mjs'

/**
 * @typedef {import('./mutant.mjs').Mutant} Mutant
 * @typedef {{ file: string, text: string }} Place
 * @typedef {{ mutant: Mutant, place: Place, files: readonly string[] }} Chosen `files` are the tests that must detect it
 * @typedef {Set<string> | null} Failures names of the failed tests; null if the run gave no result
 */

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '')
const PROGRAMS = ['api', 'widget', 'host-site', 'commands', 'contract']
const COPIES = 2
const TIMEOUT_MS = 300_000
/** Exit code 1 if more mutants survive. */
const MISSED_MAX = 2

const HELP = `npm run mutants [-- <word>...] [-- --changed] [-- --sample] [-- --check]

Puts one small fault at a time into a copy of the code and runs the tests of its feature that npm test has, which have to
notice it. Words choose faults by their feature or text.

Options
  --changed  runs the tests that npm run test:changed selects for the fault
  --sample   twenty faults, always the same
  --check    only says which faults no longer fit the code

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
  for (const project of unitProjects) args.push('--project', project)
  const env = { ...process.env, ...withoutServers }
  const child = spawn(process.execPath, [...args, ...files], { cwd: folder, env, stdio: 'ignore' })
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
 * @param {Chosen} chosen
 * @param {string} folder
 * @param {ReadonlySet<string>} known
 */
async function tryMutant({ mutant: { find, put }, place: { file, text }, files }, folder, known) {
  // Without files, Vitest would run all.
  if (files.length === 0) return { caughtBy: null, remark: 'no test is selected' }
  writeFileSync(join(folder, file), text.replace(find, put))
  try {
    const failures = await runTests(folder, files)
    if (failures === null) return { caughtBy: null, remark: 'no test could be run' }
    const first = [...failures].find((name) => !known.has(name))
    return { caughtBy: first ?? null, remark: '' }
  } finally {
    writeFileSync(join(folder, file), text)
  }
}

/** @param {readonly Chosen[]} chosen @returns {Promise<number>} number of survivors */
async function tryAll(chosen) {
  const folders = Array.from({ length: COPIES }, copyTree)
  try {
    const files = [...new Set(chosen.flatMap((one) => one.files))]
    if (files.length === 0) throw new Error('No tests are selected.')
    print(`Without a fault: ${files.length} test files …`)
    const known = await runTests(folders[0] ?? '', files)
    if (known === null) throw new Error('The tests do not run.')
    for (const name of known) print(`  fails already: ${name}`)
    const waiting = [...chosen]
    let missed = 0
    await Promise.all(
      folders.map(async (folder) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { caughtBy, remark } = await tryMutant(next, folder, known)
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

/** What `npm run test:changed` selects. @returns {(mutant: Mutant, place: Place) => readonly string[]} */
function selectChanged() {
  const graph = readGraph(root, [...programs, 'tests'])
  return (_mutant, { file }) => changedTests([file], graph).tests
}

/** Twenty, always the same. @param {readonly Mutant[]} all */
function sample(all) {
  const rank = (/** @type {Mutant} */ { find, put }) =>
    createHash('sha256').update(`28 ${find.source} ${put}`).digest('hex')
  return all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, 20)
}

/** @param {readonly Mutant[]} all */
const featuresOf = (all) => [...new Set(all.map(({ feature }) => feature))].toSorted()

/** @param {readonly string[]} args @returns {Promise<number>} exit code */
async function run(args) {
  if (args.includes('--help')) return (print(HELP), 0)
  const words = args.filter((word) => !word.startsWith('--'))
  const all = args.includes('--sample') ? sample(mutants) : mutants
  const has =
    (/** @type {string} */ word) =>
    (/** @type {Mutant} */ { feature, find }) =>
      `${feature} ${find.source}`.includes(word)
  const unknown = words.filter((word) => !all.some(has(word)))
  if (unknown.length > 0) {
    print(`No fault has ${unknown.join(' or ')} in its feature or text. Features: ${featuresOf(all).join(', ')}.`)
    return 1
  }
  const wanted = words.length === 0 ? all : all.filter((mutant) => words.some((word) => has(word)(mutant)))
  const placed = wanted.map((mutant) => ({ mutant, place: placeOf(mutant) }))
  const unfit = placed.flatMap(({ mutant, place }) => (typeof place === 'string' ? [{ mutant, place }] : []))
  for (const { mutant, place } of unfit) print(`✗ ${mutant.feature}: ${mutant.find.source} ${place}`)
  if (args.includes('--check')) return unfit.length > 0 ? 1 : 0
  const filesOf = args.includes('--changed') ? selectChanged() : (/** @type {Mutant} */ { tests }) => testsOf(tests)
  const chosen = placed.flatMap(({ mutant, place }) =>
    typeof place === 'string' ? [] : [{ mutant, place, files: filesOf(mutant, place) }],
  )
  const missed = await tryAll(chosen)
  print(`${chosen.length - missed} of ${wanted.length} faults caught, ${missed} survived, ${unfit.length} do not fit`)
  return missed + unfit.length > MISSED_MAX ? 1 : 0
}

process.exitCode = await run(process.argv.slice(2))
