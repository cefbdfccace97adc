/**
 * Loaded before a program (`node --require`): shifts its clock by `CLOCK_SHIFT_MS`, as on a machine with a wrong clock.
 */
const shift = Number(process.env['CLOCK_SHIFT_MS'])
const RealDate = Date
const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (made, parts, target) => Reflect.construct(made, parts.length === 0 ? [now()] : parts, target),
  apply: () => new Date().toString(),
  get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
})
