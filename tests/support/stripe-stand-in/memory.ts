import { missing } from './refusal'
import type { Thing } from './things'

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: boolean
  data: { object: object }
}

/** Everything the stand-in knows, by id, and the events that it would send. */
export interface Memory {
  /** Seconds. */
  now(): number
  things: Map<string, Thing>
  events: StripeEvent[]
  /** Customers whose bank says no. */
  broke: Set<string>
  add<T extends Thing>(thing: T): T
  newId(prefix: string): string
  /** @param param the parameter that named it; without one it was named by the address */
  find<Kind extends Thing['object']>(kind: Kind, id: string, param?: string): Extract<Thing, { object: Kind }>
  all<Kind extends Thing['object']>(kind: Kind): Extract<Thing, { object: Kind }>[]
  /** Notes an event with the thing as it is now. */
  emit(type: string, thing: Thing): void
}

export function createMemory(nowMs: () => number, livemode: boolean): Memory {
  const things = new Map<string, Thing>()
  const events: StripeEvent[] = []
  let count = 0
  const now = () => Math.floor(nowMs() / 1000)
  const newId = (prefix: string) => `${prefix}_${String((count += 1)).padStart(6, '0')}`
  const isA = <Kind extends Thing['object']>(thing: Thing, kind: Kind): thing is Extract<Thing, { object: Kind }> =>
    thing.object === kind
  return {
    now,
    things,
    events,
    broke: new Set(),
    newId,
    add: (thing) => {
      things.set(thing.id, thing)
      return thing
    },
    find: (kind, id, param) => {
      const thing = things.get(id)
      if (thing && isA(thing, kind)) return thing
      throw missing(`${kind}: '${id}'`, param)
    },
    all: (kind) => [...things.values()].filter((thing) => isA(thing, kind)),
    emit: (type, thing) => {
      const object = withoutHidden(thing)
      events.push({ id: newId('evt'), object: 'event', type, created: now(), livemode, data: { object } })
    },
  }
}

/** As Stripe shows it to whoever asked for nothing more. */
export function withoutHidden(thing: object): object {
  const shown: object = JSON.parse(
    JSON.stringify(thing, (key, value: unknown) => (key.startsWith('_') ? undefined : value)),
  )
  return shown
}
