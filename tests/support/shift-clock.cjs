/**
 * Loaded before a program (`node --require`): its clock is `CLOCK_SHIFT_MS` away from the machine's, as on a machine whose
 * clock nobody sets.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS)
const RealDate = Date
const now = () => RealDate.now() + shift

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }

  static now() {
    return now()
  }
}
