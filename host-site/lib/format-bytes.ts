const KILO = 1_000

/** `640 kB`, `3.2 MB`: as files are measured on a device's own lists. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / KILO)} kB`
  return `${Number((bytes / (KILO * KILO)).toFixed(1))} MB`
}
