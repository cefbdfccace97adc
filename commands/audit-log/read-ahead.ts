/** How many questions are open at once: enough for a distant server, few for a small one. */
const AHEAD = 8

/** What is loaded for each item, in order, while the next ones are on their way. */
export async function* readAhead<T, R>(items: Iterable<T>, load: (item: T) => Promise<R>): AsyncGenerator<[T, R]> {
  const open: { item: T; loaded: Promise<R> }[] = []
  for (const item of items) {
    const loaded = load(item)
    // Its failure is met when its turn comes; whoever stops before that does not want to hear of it.
    loaded.catch(() => {})
    open.push({ item, loaded })
    const first = open.length < AHEAD ? null : open.shift()
    if (first) yield [first.item, await first.loaded]
  }
  for (const { item, loaded } of open) yield [item, await loaded]
}
