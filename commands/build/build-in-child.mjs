import { inProject } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'

/**
 * Builds what is stale in a process of its own, so that the caller starts without the compilers in its memory.
 * @param {{ only?: string, toStderr?: boolean }} [options] `only` names a part; `toStderr` keeps the output for a report
 * @returns {Promise<boolean>} false when a build failed; the reason is then on the terminal
 */
export async function buildInChild({ only, toStderr = false } = {}) {
  const args = [inProject('commands', 'build.mjs'), '--stale', ...(only ? [only] : [])]
  const { code } = await runChild(process.execPath, args, { toStderr })
  return code === 0
}
