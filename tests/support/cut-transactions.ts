import type { Repositories, Store } from '../../api/ports/store'

const WRITES = /^(?:insert|update|delete|move|add|claim|revoke|advance)/u

/**
 * A store whose transactions end with an error at their n-th write, before it is done, as when a process is ended there or a
 * disk fails.
 */
export function cutTransactions(store: Store, write: number): { store: Store; wasCut: () => boolean } {
  let writes = 0
  const cut = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (typeof value === 'object' && value !== null) return cut(value)
        if (typeof value !== 'function' || typeof name !== 'string' || !WRITES.test(name)) return value
        return (...sent: unknown[]): unknown => {
          writes += 1
          if (writes === write) throw new Error('cut off')
          return Reflect.apply(value, target, sent)
        }
      },
    })
  return {
    store: {
      ...store,
      transaction: (work) => store.transaction((repositories: Repositories) => work(cut(repositories))),
    },
    wasCut: () => writes >= write,
  }
}
