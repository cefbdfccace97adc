import { join } from 'node:path'
import { bundleForNode } from './bundle-for-node.mjs'

/**
 * `npm run verify-tag`: the check of a TrustTag, as pages and the server make it.
 * @param {string} into folder that gets `verify-tag/`
 */
export async function buildVerifyTag(into) {
  await bundleForNode({ 'verify-tag': 'commands/verify-tag/verify-tag-command.ts' }, join(into, 'verify-tag'))
  return []
}
