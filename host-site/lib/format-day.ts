/**
 * A day as people in most countries read it, such as "4 October 2025": the same for everybody, so that a prerendered page and the
 * browser agree.
 * @param iso day or time, ISO 8601; read in UTC
 */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(iso),
  )
