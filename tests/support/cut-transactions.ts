import { telling } from './on-statement'
import type { Store } from './repositories'

const WRITES = /^(?:insert|update|delete|move|add|claim|revoke|advance)/u

/** A store whose transactions fail just before their n-th write, as when a process is killed or the disk fails. */
export function cutTransactions(store: Store, write: number): { store: Store; wasCut: () => boolean } {
  let writes = 0
  const countWrite = (name: string): void => {
    if (!WRITES.test(name)) return
    writes += 1
    if (writes === write) throw new Error('cut off')
  }
  const cut = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        // Functions over the transaction are counted themselves.
        if (name === 'kysely') return value
        if (typeof value === 'object' && value !== null) return cut(value)
        if (typeof value !== 'function' || typeof name !== 'string') return value
        return (...sent: unknown[]): unknown => {
          countWrite(name)
          return Reflect.apply(value, target, sent)
        }
      },
    })
  return {
    store: {
      ...store,
      transaction: (work, queue) =>
        store.transaction((tx) => work(cut({ ...tx, kysely: tx.kysely.withPlugin(telling(countWrite)) })), queue),
    },
    wasCut: () => writes >= write,
  }
}
