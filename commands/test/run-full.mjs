import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from '../runtime/browser.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'
import { build, gateSteps, inScratch, runJourneys } from './gate.mjs'
import { failureOf, isIncomplete, summarize, together } from './reports.mjs'
import { ensureEngines } from './run-engines.mjs'
import { runVitest } from './run-suites.mjs'
import { ensureServers, withoutServer } from './servers.mjs'
import { auditCheck, runCheck, runSteps, toMinutes } from './steps.mjs'

/**
 * @typedef {import('./reports.mjs').Counts} Counts
 * @typedef {{ scratch: string, env: Record<string, string | undefined>, browser: string | null }} PartOptions
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title
 * @property {number} seconds about how long it takes on two quiet cores
 * @property {readonly import('./servers.mjs').ServerName[]} [servers]
 * @property {boolean} [needsBuild]
 * @property {boolean} [needsBrowser]
 * @property {(options: PartOptions) => Promise<Counts>} run
 */

/** They run in this order. @type {readonly Part[]} */
export const parts = [
  {
    name: 'postgres',
    title: 'API tests with SQL and transactions, on PostgreSQL',
    seconds: 250,
    servers: ['postgres', 'pgbouncer', 'redis'],
    run: async ({ scratch, env }) => {
      const projects = ['api', 'rest', 'processes', 'operations']
      const onIt = {
        scratch,
        env: { ...env, TEST_ENGINE: 'postgres', PROPERTY_SEED: 'random' },
        projects,
        secondTry: true,
      }
      return together([
        await runVitest(onIt),
        // Tests that try both engines themselves.
        await runVitest({ scratch, env, projects: ['engines'], secondTry: true }),
      ])
    },
  },
  {
    name: 'durability',
    title: 'kills, full and failing disks, outages of a database, mail server or provider',
    seconds: 360,
    servers: ['postgres'],
    needsBuild: true,
    run: ({ scratch, env }) =>
      // On a disk, for what is said about it.
      runVitest({ scratch, env: { ...env, TMPDIR: tmpdir() }, projects: ['durability'], secondTry: true }),
  },
  {
    name: 'journeys',
    title: 'all journeys in Chromium, except the slow ones',
    seconds: 1_900,
    needsBuild: true,
    needsBrowser: true,
    run: ({ scratch, env, browser }) => runJourneys(browser, { scratch, env }),
  },
  {
    name: 'requests',
    title: 'thousands of random requests of every kind of caller',
    seconds: 60,
    run: ({ scratch, env }) => runVitest({ scratch, env, projects: ['requests'] }),
  },
  {
    name: 'operations',
    title:
      'starts, stops, proxies, pools and shared limits; translations; the independent verifier; drawings, hashes, fuzzers',
    seconds: 130,
    servers: ['postgres', 'pgbouncer', 'redis', 'caddy', 'nginx', 'verifier'],
    needsBuild: true,
    run: ({ scratch, env }) => runVitest({ scratch, env, projects: ['operations'], secondTry: true }),
  },
  {
    name: 'audit',
    title: 'known vulnerabilities of packages',
    seconds: 5,
    run: () => runCheck(auditCheck),
  },
]

const HELP = `npm run test:full [-- <part> …] [-- --again]

What the gate (npm test) leaves out, part by part. Run it before a release, together with npm test.
${parts.map(({ name, title, seconds }) => `  ${name.padEnd(10)}  ${title}; about ${toMinutes(seconds)}`).join('\n')}

It installs the servers that a part needs if it runs as root on Debian; otherwise tests without their server are skipped,
and a line names it. A part that was green for the same files, with every server, is not run again.

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
  const unknown = wanted.filter((word) => !parts.some(({ name }) => name === word))
  if (unknown.length > 0) {
    console.error(`Unknown part ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  await ensureInstalled()
  const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  return inScratch((scratch) => runParts(chosen, { scratch, again: args.includes('--again') || long, long }))
}

/** @param {readonly Part[]} chosen @param {{ scratch: string, again: boolean, long: boolean }} options */
async function runParts(chosen, { scratch, again, long }) {
  const green = await readGreen()
  const open = chosen.filter(({ name }) => again || !green.has(name))
  const done = chosen.filter((part) => !open.includes(part)).map(({ name }) => name)
  if (done.length > 0) console.log(`Green for the same files, not run again (--again runs them): ${done.join(', ')}.`)
  const browser = long || open.some(({ needsBrowser }) => needsBrowser) ? await ensureBrowser() : null
  const { variables, missing } = await ensureServers([...new Set(open.flatMap(({ servers = [] }) => servers))])
  const env = {
    ...variables,
    CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'],
    TEST_LONG: long ? '1' : undefined,
  }
  const options = { scratch, env, browser }
  const steps = open.map((part) => ({ ...part, run: async () => judge(await part.run(options), part, missing) }))
  const needsBuild = open.some((part) => part.needsBuild)
  const before = long ? await gateSteps(scratch, true) : needsBuild ? [buildStep] : []
  const results = await runSteps([...before, ...steps, ...(long ? await slowSteps(options) : [])])
  const isGreen = ({ name = '' }) =>
    results.some((one) => one.name === name && one.counts.failures.length === 0 && !isIncomplete(one.counts))
  await noteGreen(new Set([...green, ...open.filter(isGreen).map(({ name }) => name)]))
  const { lines, code } = summarize(results.map(({ counts }) => counts))
  console.log(['', ...toTable(results), '', ...lines].join('\n'))
  return code
}

/**
 * A part that ran without one of its servers is incomplete; one that ran no test at all has failed.
 * @param {Counts} counts
 * @param {Pick<Part, 'name' | 'servers'>} part
 * @param {readonly import('./servers.mjs').ServerName[]} missingServers
 * @returns {Counts}
 */
export function judge(counts, { name, servers = [] }, missingServers) {
  const absent = servers.filter((server) => missingServers.includes(server))
  const missing = [...(counts.missing ?? []), ...absent.map((server) => `${name}: ${withoutServer(server)}`)]
  const isEmpty = counts.passed === 0 && counts.failures.length === 0 && missing.length === 0
  return { ...counts, missing, failures: isEmpty ? [failureOf(name, 'ran no test')] : counts.failures }
}

const buildStep = { name: 'build', title: 'build what is stale', seconds: 30, run: build }

/** @param {PartOptions} options @returns {Promise<import('./steps.mjs').Step[]>} */
async function slowSteps({ scratch, env, browser }) {
  await ensureEngines()
  return [
    {
      name: 'slow tests',
      title: 'fifty kills, soak, every page and other engines',
      seconds: 7_200,
      run: () => runVitest({ scratch, env: { ...env, TMPDIR: tmpdir() }, projects: ['long', 'alone'] }),
    },
    {
      name: 'slow journeys',
      title: 'every page and state of the gallery, pages of other frameworks',
      seconds: 3_600,
      run: () => runJourneys(browser, { scratch, env, projects: ['long'] }),
    },
  ]
}

/** @param {readonly import('./steps.mjs').StepResult[]} results @returns {string[]} */
export function toTable(results) {
  const head = ['part', 'passed', 'failed', 'flaky', 'skipped', 'time']
  const rows = results.map(({ name, counts, seconds }) => [
    name,
    ...[counts.passed, counts.failures.length, counts.flaky?.length ?? 0, counts.skipped].map(String),
    toMinutes(seconds),
  ])
  const width = Math.max(...rows.map(([name = '']) => name.length), 4)
  return [head, ...rows].map(
    ([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(9)).join(''),
  )
}

const NOTE = inProject('dist', '.tested.json')

/** The files as they are, committed or not: the hash of a Git tree. @returns {Promise<string>} */
async function treeOf() {
  const options = { env: { GIT_INDEX_FILE: inProject('dist', '.tested.index') }, capture: true }
  await runChild('git', ['read-tree', 'HEAD'], options)
  await runChild('git', ['add', '--all'], options)
  const { code, output } = await runChild('git', ['write-tree'], options)
  return code === 0 ? output.trim() : 'unknown'
}

/** Parts that were green for the same files. @returns {Promise<Set<string>>} */
async function readGreen() {
  await mkdir(join(root, 'dist'), { recursive: true })
  const { tree, parts: green } = JSON.parse(await readFile(NOTE, 'utf8').catch(() => '{}'))
  return new Set(tree !== 'unknown' && tree === (await treeOf()) ? green : [])
}

/** @param {ReadonlySet<string>} green */
const noteGreen = async (green) => writeFile(NOTE, JSON.stringify({ tree: await treeOf(), parts: [...green] }))
