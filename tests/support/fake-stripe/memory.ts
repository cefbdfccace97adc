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

/** State by ID, and the events to send. */
export interface Memory {
  /** Seconds. */
  now(): number
  things: Map<string, Thing>
  events: StripeEvent[]
  /** Customers whose bank declines. */
  broke: Set<string>
  add<T extends Thing>(thing: T): T
  newId(prefix: string): string
  /** @param param the parameter with the ID; without it the ID was in the path */
  find<Kind extends Thing['object']>(kind: Kind, id: string, param?: string): Extract<Thing, { object: Kind }>
  all<Kind extends Thing['object']>(kind: Kind): Extract<Thing, { object: Kind }>[]
  /** Records an event with the object's current state. */
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

/** As Stripe shows it without expansion. */
export function withoutHidden(thing: object): object {
  const shown: object = JSON.parse(
    JSON.stringify(thing, (key, value: unknown) => (key.startsWith('_') ? undefined : value)),
  )
  return shown
}
