import * as v from 'valibot'

/** `Response<T>` of the d.ts: the result of a method. Our responses may add a `message`, and more fields to every object. */
export const answered = <Data extends v.GenericSchema>(data: Data) =>
  v.object({ data, message: v.optional(v.string()) })

/** The d.ts says `string` for missing values: our API returns null, which no page mistakes for a URL. */
export const textOrNone = v.nullable(v.string())

/** ISO 8601. */
export const moment = v.pipe(v.string(), v.isoTimestamp())

/** `{ success: boolean }`. */
export const success = v.object({ success: v.literal(true) })

/** `Promise<void>`: a result that no caller reads. */
export const nothing = v.unknown()

/** `MemberstackErrorShape`: every method rejects with it. `name` and `stack` would mean a fault of the client. */
export const refusal = v.object({
  code: v.pipe(v.string(), v.minLength(1)),
  message: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.never()),
})
