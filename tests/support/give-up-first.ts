import type { Line, Repositories, Store } from '../../api/ports/store'

/**
 * A store as an engine may behave that gives transactions up: each is undone once, after all its work, and runs again. What
 * its work did beside the database is then done twice, and the tests see it.
 */
export function giveUpFirst(store: Store): Store {
  const undone = new Error('undone')
  const isUndone = async (work: (repositories: Repositories) => Promise<unknown>, line?: Line): Promise<boolean> => {
    try {
      await store.transaction(async (repositories) => {
        await work(repositories)
        throw undone
      }, line)
      return false
    } catch (error) {
      // What it refuses it refuses the second time, too.
      return error === undone
    }
  }
  return {
    ...store,
    transaction: async (work, line) => {
      await isUndone(work, line)
      return store.transaction(work, line)
    },
  }
}
