import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { ensureInstalled } from '../install/ensure-installed.mjs'
import { ExpectedError } from '../runtime/expected-error.mjs'
import { inProject, root } from '../runtime/project.mjs'

/** What can be measured, by the words behind `npm run bench`; the first entry point is the bench, the others its threads. */
const benches = new Map([
  ['', { needsBuild: true, entryPoints: ['tests/bench/run.ts'] }],
  ['proofs', { needsBuild: false, entryPoints: ['tests/bench/proofs/run.ts', 'tests/bench/proofs/bare-worker.ts'] }],
])

/**
 * `npm run bench`: measures the built widget in Chromium against React alone, Alpine.js and other widgets (tests/bench)
 * and prints tables. `npm run bench -- proofs` measures TrustTags beside the library that signs them (tests/bench/proofs).
 * `BENCH_ROUNDS` shortens either (15, 5).
 * @param {readonly string[]} words of the command line
 * @returns {Promise<number>} 1 when a budget is missed
 */
export async function run(words = process.argv.slice(2)) {
  const bench = benches.get(words.join(' '))
  if (!bench)
    throw new ExpectedError(`Say npm run bench, or npm run bench -- proofs; not ${JSON.stringify(words.join(' '))}.`)
  await ensureInstalled()
  if (bench.needsBuild) await buildStale(parts)
  const { build } = await import('esbuild')
  // Two folders below the project, like the sources: they find the project from where they are.
  await mkdir(inProject('dist'), { recursive: true })
  const folder = await mkdtemp(inProject('dist', 'bench-'))
  try {
    await build({
      absWorkingDir: root,
      entryPoints: bench.entryPoints,
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
