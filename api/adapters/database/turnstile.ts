/** Lets one in at a time, in the order of arrival. */
export class Turnstile {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that lets the next one in; call it exactly once. */
  async enter(): Promise<() => void> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }
}
