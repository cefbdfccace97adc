/** A ring of lines, as many as are counted: the picture of a number. */
export function Rays({ count }: { count: number }) {
  const lines = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    // Three waves around the ring, so that it looks engraved and no line is lost.
    const end = 84 + 14 * Math.sin((index % 3) * 2 + angle * 6)
    return `M${at(angle, 46)}L${at(angle, end)}`
  })
  return (
    <svg className="rays" viewBox="-100 -100 200 200" aria-hidden="true">
      <path d={lines.join('')} />
    </svg>
  )
}

const at = (angle: number, radius: number): string =>
  `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`
