import * as v from 'valibot'

/** Of `Response<T>` in the d.ts: what a method answers. Ours may add a `message`, and more to every object. */
export const answered = <Data extends v.GenericSchema>(data: Data) =>
  v.object({ data, message: v.optional(v.string()) })

/** The d.ts says `string` where a service has nothing to say yet: ours says null, which no page takes for an address. */
export const textOrNone = v.nullable(v.string())

/** ISO 8601. */
export const moment = v.pipe(v.string(), v.isoTimestamp())

/** `{ success: boolean }`. */
export const success = v.object({ success: v.literal(true) })

/** `Promise<void>`: nothing that a caller reads. */
export const nothing = v.unknown()

/** `MemberstackErrorShape`: what every method rejects with. `name` and `stack` would be an error of the client itself. */
export const refusal = v.object({
  code: v.pipe(v.string(), v.minLength(1)),
  message: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.never()),
})
