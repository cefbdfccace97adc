/** Lets one in at a time, in the order of callback. */
export class Turnstile {
  #last: Promise<void> = Promise.resolve()
  /** Who is inside, and who waits. */
  #count = 0

  /** Whether nobody is inside: who does not leave the thread meanwhile need not enter. */
  get isFree(): boolean {
    return this.#count === 0
  }

  /** Resolves with the function that lets the next one in; call it exactly once. */
  async enter(): Promise<() => void> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#count += 1
    this.#last = new Promise((resolve) => {
      leave = () => {
        this.#count -= 1
        resolve()
      }
    })
    await before
    return leave
  }
}
