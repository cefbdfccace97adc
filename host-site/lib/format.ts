const KILO = 1_000

/** `640 kB`, `3.2 MB`: as files are measured on a device's own lists. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / KILO)} kB`
  return `${Number((bytes / (KILO * KILO)).toFixed(1))} MB`
}

/**
 * A day as people in most countries read it, such as "4 October 2025": the same for everybody, so that a prerendered page and the
 * browser agree.
 * @param iso day or time, ISO 8601; read in UTC
 */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(iso),
  )

const format = (iso: string, zone: Pick<Intl.DateTimeFormatOptions, 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  })
    .format(new Date(iso))
    .replace(' at ', ', ')

/**
 * A moment, such as "21 November 2026, 19:05 UTC": it stands on paper too, so it names its time zone.
 * @param iso time, ISO 8601
 */
export const formatMoment = (iso: string): string => `${format(iso, { timeZone: 'UTC' })} UTC`

/** A moment that the reader waits for: by the clock of their device. @param iso time, ISO 8601 */
export const formatLocalMoment = (iso: string): string => `${format(iso, {})} your time`

/** The first letters of the first and the last word of a name, or the first of an e-mail address, as capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  // Not by index: a letter may take two places.
  return ends
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
}

/** A text field of a form as it was filled in, empty if there is no such field. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
