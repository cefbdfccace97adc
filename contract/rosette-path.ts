const POINTS = 144

/**
 * One closed curve of a guilloche in a square of 200, centered on 0: a circle with two waves, whose counts and heights
 * are derived from a text. The same text always gives the same curve.
 */
export function rosettePath(text: string): string {
  const seed = hash(text)
  const petals = 5 + (seed % 7)
  const ripples = petals * (2 + ((seed >>> 4) % 3))
  const depth = 0.22 + ((seed >>> 8) % 16) / 100
  const ripple = 0.05 + ((seed >>> 12) % 10) / 100
  const points = Array.from({ length: POINTS }, (_, index) => {
    const angle = (index / POINTS) * 2 * Math.PI
    const radius = 96 * (1 - depth - ripple + depth * Math.sin(petals * angle) + ripple * Math.sin(ripples * angle))
    return `${short(radius * Math.cos(angle))} ${short(radius * Math.sin(angle))}`
  })
  return `M${points.join('L')}z`
}

const short = (value: number): string => value.toFixed(1).replace(/\.0$/, '')

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}
