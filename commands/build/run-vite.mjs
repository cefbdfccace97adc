import { ExpectedError } from '../runtime/expected-error.mjs'
import { runTool } from '../runtime/run-child.mjs'

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
