import { readFile } from 'node:fs/promises'
import { ExpectedError, inProject, root } from '../runtime/project.mjs'
import { runTool } from '../runtime/run-child.mjs'

/**
 * Programs for Node, packages left outside.
 * @param {Record<string, string>} entryPoints name of the file → its source, from the repository's root
 * @param {string} outdir
 * @param {{ inside?: readonly string[] }} [options] `inside`: packages that go into the programs after all, besides those that
 *   the product is only built with. Then they share files beside them, too, and what is imported on use is loaded on use; else
 *   each program is one file
 */
export async function bundleForNode(entryPoints, outdir, { inside } = {}) {
  // Loaded on use: the table of parts is read by commands that build nothing.
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
    throw new ExpectedError(`The build of ${Object.keys(entryPoints).join(', ')} failed; the lines above say where.`)
  })
}

/** @param {readonly string[]} inside @returns {Promise<string[]>} */
async function packagesBut(inside) {
  const { dependencies } = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  return Object.keys(dependencies).filter((name) => !inside.includes(name))
}

/**
 * One production build by Vite, in a process of its own. Its output is shown only when it fails.
 * @param {string} config configuration file, relative to the root
 * @param {string} outDir absolute folder to write to
 */
export async function runVite(config, outDir) {
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', '--config', config, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    { capture: true, env: { NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new ExpectedError(`${output}\nThe build by ${config} failed.`)
}
