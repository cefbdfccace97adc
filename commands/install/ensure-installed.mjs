import { ExpectedError } from '../runtime/expected-error.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'
import { withLock } from '../runtime/with-lock.mjs'
import { matchesLock } from './matches-lock.mjs'

/** Installs from the exact lock file when node_modules does not already match it. */
export async function ensureInstalled() {
  if (await matchesLock(root)) return
  const waiting = () => console.log('Another terminal is installing; waiting for it …')
  await withLock(inProject('dist', '.lock'), installUnlessMatching, waiting)
}

async function installUnlessMatching() {
  if (await matchesLock(root)) return
  console.log('Installing packages from package-lock.json …')
  const { program, args } = npm()
  // NODE_ENV=production would leave out the tools that build the product.
  const { code } = await runChild(program, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'])
  if (code !== 0) throw new ExpectedError('npm ci failed; its own lines above say why. Then run the command again.')
  if (!(await matchesLock(root)))
    throw new ExpectedError('npm ci ended, but node_modules does not match package-lock.json.')
}

/** npm as it was started, when it started us; else the one on the path. */
function npm() {
  const script = process.env['npm_execpath']
  if (script?.endsWith('.js')) return { program: process.execPath, args: [script] }
  return { program: 'npm', args: [] }
}
