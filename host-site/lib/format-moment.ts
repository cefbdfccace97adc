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
