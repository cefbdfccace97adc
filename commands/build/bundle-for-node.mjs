import { ExpectedError } from '../runtime/expected-error.mjs'
import { root } from '../runtime/project.mjs'

/**
 * Programs for Node, each one file, packages left outside.
 * @param {Record<string, string>} entryPoints name of the file → its source, from the repository's root
 * @param {string} outdir
 */
export async function bundleForNode(entryPoints, outdir) {
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
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  }).catch(() => {
    throw new ExpectedError(`The build of ${Object.keys(entryPoints).join(', ')} failed; the lines above say where.`)
  })
}
