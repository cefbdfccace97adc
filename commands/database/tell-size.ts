const KILOBYTE = 1_000
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `12.3 MB` */
export function tellSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= KILOBYTE && unit < units.length - 1) {
    size /= KILOBYTE
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit] ?? ''}`
}
