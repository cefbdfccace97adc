import { inProject } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'

/**
 * Builds what is stale in a process of its own, so that the caller starts without the compilers in its memory.
 * @returns {Promise<boolean>} false when a build failed; the reason is then on the terminal
 */
export async function buildInChild() {
  const { code } = await runChild(process.execPath, [inProject('commands', 'build.mjs'), '--stale'])
  return code === 0
}
