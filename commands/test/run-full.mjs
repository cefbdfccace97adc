import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBrowser } from '../runtime/browser.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { summarize } from './reports.mjs'
import { ensureEngines } from './run-engines.mjs'
import { runPlaywright, runVitest } from './run-suites.mjs'
import { build, gateSteps, inScratch, runJourneys } from './run-test.mjs'
import { ensureServers } from './servers.mjs'
import { auditCheck, runCheck, runSteps, toMinutes } from './steps.mjs'

/**
 * @typedef {import('./reports.mjs').Counts} Counts
 * @typedef {{ scratch: string, env: Record<string, string | undefined>, browser: string | null }} PartOptions
 *
 * @typedef {object} Part
 * @property {string} title
 * @property {number} seconds about how long it takes on two quiet cores
 * @property {readonly import('./servers.mjs').ServerName[]} [servers]
 * @property {boolean} [needsBuild]
 * @property {boolean} [needsBrowser]
 * @property {(options: PartOptions) => Promise<Counts>} run
 */

/** @satisfies {Record<string, Part>} */
export const parts = {
  postgres: {
    title: 'API tests with SQL and transactions, on PostgreSQL',
    seconds: 200,
    servers: ['postgres', 'pgbouncer', 'redis'],
    run: ({ scratch, env }) => {
      const projects = ['api', 'rest', 'processes', 'operations']
      return runVitest({ scratch, env: { ...env, TEST_ENGINE: 'postgres' }, projects, secondTry: true })
    },
  },
  durability: {
    title: 'kills, full and failing disks, outages of a database, mail server or provider',
    seconds: 360,
    servers: ['postgres'],
    needsBuild: true,
    run: ({ scratch, env }) => runVitest({ scratch, env, projects: ['durability'], secondTry: true }),
  },
  journeys: {
    title: 'all journeys in Chromium, except the slow ones',
    seconds: 1_000,
    needsBuild: true,
    needsBrowser: true,
    run: ({ scratch, env, browser }) => runJourneys(browser, { scratch, env }),
  },
  requests: {
    title: 'thousands of random requests of every kind of caller',
    seconds: 240,
    run: ({ scratch, env }) => runVitest({ scratch, env, projects: ['requests'] }),
  },
  operations: {
    title: 'starts, stops, proxies, pools and shared limits; translations; the independent verifier',
    seconds: 240,
    servers: ['postgres', 'pgbouncer', 'redis', 'caddy', 'nginx', 'verifier'],
    needsBuild: true,
    run: ({ scratch, env }) => runVitest({ scratch, env, projects: ['operations'], secondTry: true }),
  },
  audit: {
    title: 'known vulnerabilities of packages',
    seconds: 5,
    run: () => runCheck(auditCheck),
  },
}

/** @typedef {keyof typeof parts} PartName */

const names = /** @type {PartName[]} */ (Object.keys(parts))

const HELP = `npm run test:full [-- <part> …] [-- --again]

What the gate (npm test) leaves out, part by part. Run it before a release, together with npm test.
${names.map((name) => `  ${name.padEnd(10)}  ${parts[name].title}; about ${toMinutes(parts[name].seconds)}`).join('\n')}

It installs the servers that a part needs if it runs as root on Debian; otherwise tests without their server are skipped,
and a line names it. A part that was green for the same files is not run again.

Options
  --again  runs a part again that was green
  --long   runs the gate, every part and the slow tier (npm run test:long): hours

Exit code: 0 all passed, 1 something failed, 2 an unknown part.`

/**
 * `npm run test:full` and `npm run test:long`.
 * @param {readonly string[]} args names of parts, `--again`, `--long`, `--help`
 * @returns {Promise<number>} exit code
 */
export async function runFull(args) {
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  const long = args.includes('--long')
  const wanted = args.filter((word) => !word.startsWith('--'))
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    console.error(`Unknown part ${unknown.join(', ')}. Parts: ${names.join(', ')}.`)
    return 2
  }
  await ensureInstalled()
  const chosen = names.filter((name) => wanted.length === 0 || wanted.includes(name))
  return inScratch((scratch) => runParts(chosen, { scratch, again: args.includes('--again') || long, long }))
}

/** @param {readonly PartName[]} chosen @param {{ scratch: string, again: boolean, long: boolean }} options */
async function runParts(chosen, { scratch, again, long }) {
  const green = await readGreen()
  const open = chosen.filter((name) => again || !green.has(name))
  const skipped = chosen.filter((name) => !open.includes(name))
  if (skipped.length > 0) console.log(`Green for the same files, not run again (--again runs them): ${skipped.join(', ')}.`)
  const rows = open.map((name) => /** @type {Part} */ (parts[name]))
  const browser = long || rows.some(({ needsBrowser }) => needsBrowser) ? await ensureBrowser() : null
  const env = {
    ...(await ensureServers([...new Set(rows.flatMap(({ servers = [] }) => servers))])),
    CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'],
    TEST_LONG: long ? '1' : undefined,
  }
  const steps = open.map((name) => ({ name, ...parts[name], run: () => parts[name].run({ scratch, env, browser }) }))
  const before = long
    ? await gateSteps(scratch, true)
    : rows.some(({ needsBuild }) => needsBuild)
      ? [{ name: 'build', title: 'build what is stale', seconds: 30, run: build }]
      : []
  const results = await runSteps([...before, ...steps, ...(long ? await slowSteps({ scratch, env, browser }) : [])])
  await noteGreen(new Set([...green, ...open.filter((name) => isGreen(name, results))]))
  const { lines, code } = summarize(results.map(({ counts }) => counts))
  console.log(['', ...toTable(results), '', ...lines].join('\n'))
  return code
}

/** @param {PartOptions} options @returns {Promise<import('./steps.mjs').Step[]>} */
async function slowSteps({ scratch, env, browser }) {
  await ensureEngines()
  return [
    {
      name: 'slow tests',
      title: 'fifty kills, soak, every page and other engines',
      seconds: 7_200,
      run: () => runVitest({ scratch, env, projects: ['long', 'alone'] }),
    },
    {
      name: 'slow journeys',
      title: 'every page and state of the gallery, pages of other frameworks',
      seconds: 3_600,
      run: () => (browser ? runPlaywright({ scratch, env, projects: ['long'] }) : runJourneys(browser, { scratch, env })),
    },
  ]
}

/** @param {string} name @param {readonly import('./steps.mjs').StepResult[]} results */
const isGreen = (name, results) =>
  results.some((result) => result.name === name && result.counts.failures.length === 0)

/** @param {readonly import('./steps.mjs').StepResult[]} results @returns {string[]} */
export function toTable(results) {
  const head = ['part', 'passed', 'failed', 'flaky', 'skipped', 'time']
  const rows = results.map(({ name, counts, seconds }) => [
    name,
    ...[counts.passed, counts.failures.length, counts.flaky?.length ?? 0, counts.skipped].map(String),
    toMinutes(seconds),
  ])
  const width = Math.max(...rows.map(([name = '']) => name.length), 4)
  return [head, ...rows].map(([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(9)).join(''))
}

const NOTE = inProject('dist', '.tested.json')

/** The files as they are, committed or not: the hash of a Git tree. */
function treeOf() {
  const env = { ...process.env, GIT_INDEX_FILE: inProject('dist', '.tested.index') }
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
  git('read-tree', 'HEAD')
  git('add', '--all')
  return git('write-tree')
}

/** Parts that were green for the same files. @returns {Promise<Set<string>>} */
async function readGreen() {
  await mkdir(join(root, 'dist'), { recursive: true })
  const { tree, parts: green } = JSON.parse(await readFile(NOTE, 'utf8').catch(() => '{}'))
  return new Set(tree === treeOf() ? green : [])
}

/** @param {ReadonlySet<string>} green */
const noteGreen = (green) => writeFile(NOTE, JSON.stringify({ tree: treeOf(), parts: [...green] }))
