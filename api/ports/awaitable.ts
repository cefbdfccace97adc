/**
 * What is there at once, or will be. For what every request asks for, and nearly every time need not wait for: to wait for a promise
 * that is fulfilled takes as long as what was asked. Whoever asks for it elsewhere says `await` as ever.
 */
export type Awaitable<T> = T | Promise<T>

/** What is made of it, as soon as it is there. */
export const once = <T, U>(awaited: Awaitable<T>, make: (value: T) => Awaitable<U>): Awaitable<U> =>
  awaited instanceof Promise ? awaited.then(make) : make(awaited)
