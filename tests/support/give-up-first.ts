import type { TransactionQueue, Tx } from '../../api/database/db'
import type { Repositories, Store } from './repositories'

/**
 * A store as an engine may behave that gives transactions up: each is undone once, after all its work, and runs again. What
 * its work did beside the database is then done twice, and the tests see it.
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
      // What it refuses it refuses the second time, too.
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
