import { readFile } from 'node:fs/promises'
import { ExpectedError, inProject, root } from '../runtime/project.mjs'
import { runTool } from '../runtime/run-child.mjs'

/**
 * Bundles programs for Node; packages stay outside.
 * @param {Record<string, string>} entryPoints name of the file → its source, from the root
 * @param {string} outdir
 * @param {{ inside?: readonly string[] }} [options] `inside`: packages to bundle in addition to development dependencies.
 * Programs then share chunks, and dynamic imports stay lazy; otherwise each program is one file
 */
export async function bundleForNode(entryPoints, outdir, { inside } = {}) {
  // Loaded on use: some commands read the table of parts but build nothing.
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    ...(inside ? { splitting: true, external: await packagesBut(inside) } : { packages: 'external' }),
    sourcemap: 'linked',
    logLevel: 'warning',
  }).catch(() => {
    throw new ExpectedError(`The build of ${Object.keys(entryPoints).join(', ')} failed; see the lines above.`)
  })
}

/** @param {readonly string[]} inside @returns {Promise<string[]>} */
async function packagesBut(inside) {
  const { dependencies } = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  return Object.keys(dependencies).filter((name) => !inside.includes(name))
}

/**
 * A production build by Vite in a child process. Its output is shown only on failure.
 * @param {string} config configuration file, relative to the root
 * @param {string} outDir absolute output folder
 */
export async function runVite(config, outDir) {
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', '--config', config, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    { capture: true, env: { NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new ExpectedError(`${output}\nThe build by ${config} failed.`)
}
