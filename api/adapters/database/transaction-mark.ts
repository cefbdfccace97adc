import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Says of code whether it runs inside the work of a transaction. Node 20 watches every promise of the process from the first
 * use of an AsyncLocalStorage on, which makes each several times as slow; so this one is off while no transaction runs.
 */
export class TransactionMark extends AsyncLocalStorage<true> {
  #running = 0

  override run<R>(store: true, work: () => R): R
  override run<R, Given extends unknown[]>(store: true, work: (...given: Given) => R, ...given: Given): R
  override run<R, Given extends unknown[]>(store: true, work: (...given: Given) => R, ...given: Given): R {
    this.#running += 1
    let result: R
    try {
      result = super.run(store, work, ...given)
    } catch (error) {
      this.#end()
      throw error
    }
    if (result instanceof Promise)
      result.then(
        () => this.#end(),
        () => this.#end(),
      )
    else this.#end()
    return result
  }

  #end(): void {
    this.#running -= 1
    if (this.#running === 0) this.disable()
  }
}
