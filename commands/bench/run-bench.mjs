import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { ExpectedError, inProject, root } from '../runtime/project.mjs'
import { printHelp } from '../runtime/print-help.mjs'

const serverPrograms = ['run', 'bare-server', 'peer-server', 'load-program']

/** Benches by argument; the first entry point is the bench, the others its programs. */
const benches = new Map([
  ['widget', { needsBuild: true, entryPoints: ['tests/bench/run.ts'] }],
  ['server', { needsBuild: true, entryPoints: serverPrograms.map((name) => `tests/bench/server/${name}.ts`) }],
  ['proofs', { needsBuild: false, entryPoints: ['tests/bench/proofs/run.ts', 'tests/bench/proofs/bare-worker.ts'] }],
  ['scaling', { needsBuild: true, entryPoints: ['tests/bench/scaling/run.ts'] }],
  ['members', { needsBuild: true, entryPoints: ['tests/bench/members/run.ts'] }],
  ['console', { needsBuild: true, entryPoints: ['tests/bench/console/run.ts'] }],
  ['hostile', { needsBuild: true, entryPoints: ['tests/bench/hostile/run.ts', 'tests/bench/hostile/probe.ts'] }],
])

/** The benches with budgets. */
const BY_DEFAULT = ['widget', 'server']

const HELP = `npm run bench [-- ${[...benches.keys()].join(' | ')}]

Measures the built product and prints tables. Default: ${BY_DEFAULT.join(' and ')}. See CONTRIBUTING.md.
BENCH_ROUNDS sets a smaller number of rounds.

Options
  --help

Exit code: 0 done, 1 a budget was missed.`

/**
 * `npm run bench`: measures the built widget in Chromium beside bare React, Alpine.js and other widgets (tests/bench),
 * then the built server beside better-auth and a bare handler (tests/bench/server). By name: `proofs`, `scaling`, `members`,
 * `console` and `hostile`. `BENCH_ROUNDS` shortens each (15, 5, 5, 3 of `hostile`).
 * @param {readonly string[]} words of the command line
 * @returns {Promise<number>} 1 if a budget is missed
 */
export async function run(words = process.argv.slice(2)) {
  if (printHelp(words, HELP)) return 0
  const unknown = words.find((word) => !benches.has(word))
  if (unknown !== undefined)
    throw new ExpectedError(`Unknown bench ${JSON.stringify(unknown)}. Use one of: ${[...benches.keys()].join(', ')}.`)
  await ensureInstalled()
  let missed = 0
  for (const word of words.length > 0 ? words : BY_DEFAULT) missed = Math.max(missed, await runBench(benches.get(word)))
  return missed
}

/** @param {{ needsBuild: boolean, entryPoints: readonly string[] } | undefined} bench */
async function runBench(bench) {
  if (!bench) throw new Error('Unknown bench.')
  if (bench.needsBuild) await buildStale(parts)
  const { build } = await import('esbuild')
  // Two folders below the root, like the sources, so that relative paths still work.
  await mkdir(inProject('dist'), { recursive: true })
  const folder = await mkdtemp(inProject('dist', 'bench-'))
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [...bench.entryPoints],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    })
    const module = await import(pathToFileURL(join(folder, 'run.mjs')).href)
    return await module.runBench(process.env['BENCH_ROUNDS'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
