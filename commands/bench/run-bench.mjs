import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { ensureInstalled } from '../install/ensure-installed.mjs'
import { inProject, root } from '../runtime/project.mjs'

/**
 * `npm run bench`: measures the built widget in Chromium against React alone, Alpine.js and other widgets (tests/bench)
 * and prints tables.
 * `BENCH_ROUNDS` shortens it (15).
 * @returns {Promise<number>} 1 when a budget is missed
 */
export async function run() {
  await ensureInstalled()
  await buildStale(parts)
  const { build } = await import('esbuild')
  // Two folders below the project, like the sources: they find the project from where they are.
  const folder = await mkdtemp(inProject('dist', 'bench-'))
  try {
    const outfile = join(folder, 'bench.mjs')
    await build({
      absWorkingDir: root,
      entryPoints: ['tests/bench/run.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    })
    const bench = await import(pathToFileURL(outfile).href)
    return await bench.runBench(process.env['BENCH_ROUNDS'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
