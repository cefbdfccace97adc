import MemberstackDOM from '@memberstack/dom'

/** The result of a call to the published client, as data that a test can read from the page. */
export type Ended = { answer: unknown } | { refusal: unknown }

/** The published client on a third-party page, with the functions that a test needs to call it. */
export interface PublishedClient {
  start(config: Parameters<typeof MemberstackDOM.init>[0]): void
  /** All member names of the client, in its order. */
  names(): string[]
  call(name: string, args: readonly unknown[]): Promise<Ended>
  /** The same with a file, which a test can't pass into a page. */
  callWithFile(name: string, field: string, file: { bytes: number[]; name: string; type: string }): Promise<Ended>
  /** Subscribes to `onAuthChange`; the list contains all notifications and grows. */
  watchAuth(): { told: unknown[]; unsubscribe: () => boolean }
  /** Starts a call in a click, because browsers block other windows; `ended` is its result. */
  atNextClick(name: string, args: readonly unknown[]): void
  ended: Promise<Ended> | undefined
}

declare global {
  interface Window {
    published: PublishedClient
  }
}

let client: object = {}

async function call(name: string, args: readonly unknown[]): Promise<Ended> {
  const method: unknown = Reflect.get(client, name)
  if (typeof method !== 'function') throw new Error(`The client has no method ${name}.`)
  try {
    return { answer: await Reflect.apply(method, client, args) }
  } catch (refusal) {
    return { refusal: refusal instanceof Error ? { name: refusal.name, message: refusal.message } : refusal }
  }
}

window.published = {
  start: (config) => void (client = MemberstackDOM.init(config)),
  names: () => Object.keys(client),
  call,
  callWithFile: (name, field, { bytes, name: fileName, type }) =>
    call(name, [{ [field]: new File([new Uint8Array(bytes)], fileName, { type }) }]),
  watchAuth() {
    const told: unknown[] = []
    const onAuthChange: unknown = Reflect.get(client, 'onAuthChange')
    if (typeof onAuthChange !== 'function') throw new Error('The client has no onAuthChange.')
    const { unsubscribe } = Reflect.apply(onAuthChange, client, [(member: unknown) => told.push(member)])
    return { told, unsubscribe }
  },
  atNextClick(name, args) {
    document.addEventListener('click', () => void (window.published.ended = call(name, args)), { once: true })
  },
  ended: undefined,
}
