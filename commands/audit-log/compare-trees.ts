import { equalBytes } from '../../contract/bytes'
import type { TreeHead } from '../../contract/tlog/checkpoint'
import { aFinding } from './finding'
import type { Evidence, Finding } from './finding'
import type { GrownTree } from './grow-tree'

/** A tree that the log signed, and the text that shows it. */
export interface SignedTree extends Evidence {
  head: TreeHead
}

/**
 * Whether the log still begins with a tree that was seen.
 * @param tree of all entries that the log has now; shorter where parts are missing
 * @returns nothing when it does, or when the missing parts leave it open
 */
export async function compareTrees(seen: SignedTree, now: SignedTree, tree: GrownTree): Promise<Finding[]> {
  const [old, young] = [seen.head, now.head]
  const evidence = [seen, now].map(({ source, checkpoint }) => ({ source, checkpoint }))
  if (old.size > young.size)
    return [aFinding('ROLLBACK', `The log has ${young.size} entries; ${seen.source}, it had ${old.size}.`, evidence)]
  if (old.size === young.size) {
    if (equalBytes(old.root, young.root)) return []
    return [aFinding('FORK', `The log signed two different trees of ${old.size} entries.`, evidence)]
  }
  if (tree.size() < old.size || equalBytes(old.root, await tree.rootAt(old.size))) return []
  const text = `The first ${old.size} entries are not those that stood there ${seen.source}.`
  return [aFinding('REWRITE', text, evidence)]
}
