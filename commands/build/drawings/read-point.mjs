/** @typedef {import('./byte-reader.mjs').ByteReader} ByteReader */

/**
 * The next point of an outline, as a step from the one before. A flag says how many bytes the step takes and how they are
 * parted between the directions.
 * @param {ByteReader} flags
 * @param {ByteReader} steps
 */
export function readPoint(flags, steps) {
  const flag = flags.uint8()
  return { onCurve: flag < 128, ...readStep(flag & 127, steps) }
}

/** @param {number} kind @param {ByteReader} steps */
function readStep(kind, steps) {
  /** @param {number} bit @param {number} value */
  const signed = (bit, value) => ((kind >> bit) & 1 ? value : -value)
  if (kind < 10) return { x: 0, y: signed(0, ((kind & 14) << 7) + steps.uint8()) }
  if (kind < 20) return { x: signed(0, (((kind - 10) & 14) << 7) + steps.uint8()), y: 0 }
  if (kind < 84) {
    const rest = kind - 20
    const both = steps.uint8()
    return { x: signed(0, 1 + (rest & 48) + (both >> 4)), y: signed(1, 1 + ((rest & 12) << 2) + (both & 15)) }
  }
  if (kind < 120) {
    const rest = kind - 84
    const x = 1 + (Math.trunc(rest / 12) << 8) + steps.uint8()
    return { x: signed(0, x), y: signed(1, 1 + (((rest % 12) >> 2) << 8) + steps.uint8()) }
  }
  if (kind < 124) {
    const [first, second, third] = [steps.uint8(), steps.uint8(), steps.uint8()]
    return { x: signed(0, (first << 4) + (second >> 4)), y: signed(1, ((second & 15) << 8) + third) }
  }
  return { x: signed(0, steps.uint16()), y: signed(1, steps.uint16()) }
}
