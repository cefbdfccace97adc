import { build } from 'esbuild'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The value of `NODE_PATH` with which a bundled script finds its native package. */
export const nodePath = fileURLToPath(new URL('../../node_modules', import.meta.url))

/**
 * Bundles a TypeScript program that a test runs in a process of its own.
 * @param folder where the script is written
 * @returns the script's path
 */
export async function bundleScript(program: URL, folder: string): Promise<string> {
  const script = join(folder, `${basename(program.pathname, '.ts')}.cjs`)
  await build({
    entryPoints: [fileURLToPath(program)],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Bundles all but the native part: Node resolves dynamic imports beside the script.
    external: ['libsql'],
    logLevel: 'silent',
  })
  return script
}
