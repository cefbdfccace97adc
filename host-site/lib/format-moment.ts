/**
 * A moment, such as "21 November 2026, 19:05 UTC": it stands on paper too, so it names its time zone.
 * @param iso time, ISO 8601
 */
export const formatMoment = (iso: string): string =>
  `${new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })
    .format(new Date(iso))
    .replace(' at ', ', ')} UTC`
