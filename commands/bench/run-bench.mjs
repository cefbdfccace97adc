import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { ExpectedError, inProject, root } from '../runtime/project.mjs'
import { tellHelp } from '../runtime/tell-help.mjs'

const serverPrograms = ['run', 'bare-server', 'peer-server', 'load-program']

/** What can be measured, by the word behind `npm run bench`; the first entry point is the bench, the others its programs. */
const benches = new Map([
  ['widget', { needsBuild: true, entryPoints: ['tests/bench/run.ts'] }],
  ['server', { needsBuild: true, entryPoints: serverPrograms.map((name) => `tests/bench/server/${name}.ts`) }],
  ['proofs', { needsBuild: false, entryPoints: ['tests/bench/proofs/run.ts', 'tests/bench/proofs/bare-worker.ts'] }],
  ['scaling', { needsBuild: true, entryPoints: ['tests/bench/scaling/run.ts'] }],
  ['hostile', { needsBuild: true, entryPoints: ['tests/bench/hostile/run.ts', 'tests/bench/hostile/probe.ts'] }],
])

/** Without a word: those that have budgets. */
const BY_DEFAULT = ['widget', 'server']

const HELP = `npm run bench [-- ${[...benches.keys()].join(' | ')}]

Measures the built product and prints tables: ${BY_DEFAULT.join(' and ')} when nothing is said. CONTRIBUTING.md says more.
BENCH_ROUNDS shortens each.

Options
  --help

Exit code: 0 done, 1 a budget is missed.`

/**
 * `npm run bench`: measures the built widget in Chromium against React alone, Alpine.js and other widgets (tests/bench), then the
 * built server beside better-auth and a bare handler (tests/bench/server), and prints tables. `npm run bench -- widget` and
 * `-- server` measure one of them, `-- proofs` TrustTags beside the library that signs them (tests/bench/proofs), `-- scaling`
 * the databases (tests/bench/scaling), `-- hostile` what hostile requests cost and how long others wait (tests/bench/hostile).
 * `BENCH_ROUNDS` shortens each (15, 5, 5, 3 of `hostile`).
 * @param {readonly string[]} words of the command line
 * @returns {Promise<number>} 1 when a budget is missed
 */
export async function run(words = process.argv.slice(2)) {
  if (tellHelp(words, HELP)) return 0
  const unknown = words.find((word) => !benches.has(word))
  if (unknown !== undefined)
    throw new ExpectedError(
      `Say npm run bench, or one of ${[...benches.keys()].map((name) => `npm run bench -- ${name}`).join(', ')}; not ${JSON.stringify(unknown)}.`,
    )
  await ensureInstalled()
  let missed = 0
  for (const word of words.length > 0 ? words : BY_DEFAULT) missed = Math.max(missed, await runBench(benches.get(word)))
  return missed
}

/** @param {{ needsBuild: boolean, entryPoints: readonly string[] } | undefined} bench */
async function runBench(bench) {
  if (!bench) throw new Error('There is no such bench.')
  if (bench.needsBuild) await buildStale(parts)
  const { build } = await import('esbuild')
  // Two folders below the project, like the sources: they find the project from where they are.
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
