import { join } from 'node:path'
import { bundleForNode } from './bundle-for-node.mjs'

/**
 * `npm run inspect`: the rules of the inspector over parsed files.
 * @param {string} into folder that gets `inspect/`
 */
export async function buildInspect(into) {
  await bundleForNode({ inspect: 'commands/inspect/inspect-command.ts' }, join(into, 'inspect'), { inside: [] })
  return []
}
