import type { TransactionQueue, Tx } from '../../api/database/db'
import type { Repositories, Store } from './repositories'

/**
 * Rolls each transaction back once after its work and repeats it, as PostgreSQL may. Side effects then happen twice,
 * which tests detect.
 */
export function giveUpFirst(store: Store): Store {
  const undone = new Error('undone')
  const isUndone = async (
    work: (tx: Tx & Repositories) => Promise<unknown>,
    queue?: TransactionQueue,
  ): Promise<boolean> => {
    try {
      await store.transaction(async (tx) => {
        await work(tx)
        throw undone
      }, queue)
      return false
    } catch (error) {
      // An error repeats the second time.
      return error === undone
    }
  }
  return {
    ...store,
    transaction: async (work, queue) => {
      await isUndone(work, queue)
      return store.transaction(work, queue)
    },
  }
}
