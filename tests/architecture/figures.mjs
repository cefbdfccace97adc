import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crumbs, isCatalogue } from './crumbs.mjs'
import { circles, closureOf, readGraph } from '../../commands/test/import-graph.mjs'
import { moduleEdges, upwardArrows, upwardServices } from './module-order.mjs'

/**
 * @typedef {import('../../commands/test/import-graph.mjs').ImportGraph} ImportGraph
 *
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {number} limit
 * @property {boolean} [atLeast] whether the limit is the least; else it is the most
 * @property {string} [unit]
 * @property {readonly string[]} [details] shown with `--details`
 */

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '')

/** The entry of sign-up, behind the router. */
const SIGNUP = 'api/features/accounts/signup.ts'

/** React internals, which only code that patches React would name. */
const REACT_INSIDE =
  /__(?:CLIENT|SERVER)_INTERNALS|react-dom-client\.production|_reactRootContainer|ReactSharedInternals|\bFiber\b/u

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** @param {ImportGraph} graph @param {string} program */
const filesOf = ({ files }, program) => [...files.values()].filter(({ path }) => path.startsWith(`${program}/`))

/** @param {ImportGraph} graph @param {string} program @param {number} limit @returns {Figure} */
const count = (graph, program, limit) => ({ name: `files ${program}`, value: filesOf(graph, program).length, limit })

/** Files of the API without migrations: each release may add one, and none is ever merged. @param {ImportGraph} graph */
const apiFiles = (graph) => filesOf(graph, 'api').filter(({ path }) => !path.startsWith('api/database/migrations/'))

/** @param {ImportGraph} graph @param {string} program @param {number} limit @returns {Figure} */
function medianLines(graph, program, limit) {
  const lines = filesOf(graph, program)
    .filter(({ path }) => !isCatalogue(path))
    .map((file) => file.lines)
  return { name: `median lines ${program}, without catalogues`, value: median(lines), limit, atLeast: true }
}

/** @param {ImportGraph} graph @returns {Figure} */
function withOneImporter(graph) {
  const files = apiFiles(graph)
  const once = files.filter(({ path }) => graph.importers.get(path)?.size === 1)
  return {
    name: 'api files with one importer, without migrations',
    value: (once.length / files.length) * 100,
    limit: 25,
    unit: '%',
  }
}

/** @param {ImportGraph} graph @param {string} program @returns {Figure} */
function crumbsOf(graph, program) {
  const details = crumbs(graph, (path) => path.startsWith(`${program}/`))
  return { name: `files under 40 lines with one importer, ${program}`, value: details.length, limit: 0, details }
}

/** @param {ImportGraph} graph @returns {Figure[]} */
function shape(graph) {
  const arrows = [...upwardArrows(graph), ...upwardServices(graph)]
  const byFile = new Map([...graph.imports].map(([path, edges]) => [path, new Set(edges.map(({ to }) => to))]))
  const groups = [...circles(byFile), ...circles(moduleEdges(graph))].map((group) => group.join(' → '))
  return [
    { name: 'upward arrows in api, types included', value: arrows.length, limit: 0, details: arrows },
    { name: 'circles of files or modules, types included', value: groups.length, limit: 0, details: groups },
  ]
}

/** @param {ImportGraph} graph @returns {Figure} */
function signupClosure(graph) {
  if (!graph.files.has(SIGNUP)) throw new Error(`${SIGNUP} does not exist.`)
  const details = [...closureOf(graph, SIGNUP, ({ to, typeOnly }) => !typeOnly && to.startsWith('api/'))]
  // Why not fewer: docs/decisions/server.md.
  return { name: 'files of api that signup runs', value: details.length, limit: 32, details }
}

/** Includes multi-line imports. @param {ImportGraph} graph @returns {Figure} */
function importShare(graph) {
  const files = filesOf(graph, 'api')
  const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0)
  const imports = files.map(({ text }) =>
    sum([...text.matchAll(/^import\b[^'"`;]*['"][^'"]+['"].*$/gmu)].map(([match]) => match.split('\n').length)),
  )
  const share = (sum(imports) / sum(files.map(({ lines }) => lines))) * 100
  return { name: 'import lines in api', value: share, limit: 7, unit: '%' }
}

/** @param {ImportGraph} graph @returns {Figure} */
function reactInside(graph) {
  const files = [...graph.files.values()].filter(({ text }) => REACT_INSIDE.test(text))
  const value = files.reduce((total, { lines }) => total + lines, 0)
  return { name: "lines of files that know React's inside", value, limit: 0, details: files.map(({ path }) => path) }
}

/** @returns {Figure[]} */
function readFigures() {
  const graph = readGraph(root)
  return [
    { name: 'files api, without migrations', value: apiFiles(graph).length, limit: 330 },
    count(graph, 'widget', 220),
    count(graph, 'host-site', 105),
    count(graph, 'commands', 105),
    medianLines(graph, 'api', 110),
    medianLines(graph, 'widget', 70),
    medianLines(graph, 'host-site', 80),
    withOneImporter(graph),
    ...['api', 'widget', 'host-site', 'commands'].map((program) => crumbsOf(graph, program)),
    ...shape(graph),
    signupClosure(graph),
    importShare(graph),
    reactInside(graph),
    { name: 'bytes of ARCHITECTURE.md', value: statSync(join(root, 'ARCHITECTURE.md')).size, limit: 12_288 },
  ]
}

/**
 * CPU seconds of the gate, measured by the kernel for all its processes. Use an idle machine: waiting costs CPU, too.
 * @returns {Figure}
 */
function cpuSeconds() {
  const program = fileURLToPath(new URL('cpu-seconds.py', import.meta.url))
  const { stdout, status } = spawnSync('python3', [program, 'npm', 'test'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 2],
    encoding: 'utf8',
  })
  // The seconds of a run that failed, or did not start, are no measurement.
  if (status !== 0) print(`npm test ended with ${status}: its seconds were not measured.`)
  const value = status === 0 ? Number(stdout.trim().split('\n').at(-1)) : NaN
  return { name: 'CPU s of npm test', value, limit: 720 }
}

/** @param {Figure} figure @param {boolean} withDetails */
function toLines({ name, value, limit, atLeast = false, unit = '', details = [] }, withDetails) {
  const holds = atLeast ? value >= limit : value <= limit
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(1)
  const line = `${holds ? '✓' : '✗'} ${`${shown}${unit ? ` ${unit}` : ''}`.padStart(9)}  ${atLeast ? '≥' : '≤'} ${String(limit).padEnd(6)} ${name}`
  return withDetails ? [line, ...details.map((detail) => `      ${detail}`)] : [line]
}

const HELP = `npm run figures [-- --details] [-- --cpu]

Prints the figures of the code base beside their limits.

Options
  --details  the files behind a figure
  --cpu      runs npm test and prints its processor seconds as well (needs python3)
  --help`

const args = new Set(process.argv.slice(2))
/** @param {string} line */
const print = (line) => void process.stdout.write(`${line}\n`)

if (args.has('--help')) print(HELP)
else {
  const figures = readFigures()
  if (args.has('--cpu')) figures.push(cpuSeconds())
  for (const figure of figures) for (const line of toLines(figure, args.has('--details'))) print(line)
}
