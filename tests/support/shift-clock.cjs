/**
 * Loaded before a program (`node --require`): its clock is `CLOCK_SHIFT_MS` away from the machine's, as on a machine whose
 * clock nobody sets.
 */
const shift = Number(process.env['CLOCK_SHIFT_MS'])
const RealDate = Date
const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (made, parts, target) => Reflect.construct(made, parts.length === 0 ? [now()] : parts, target),
  apply: () => new Date().toString(),
  get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
})
