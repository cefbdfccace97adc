const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `14 March 2024`. */
export const dayText = (time: string | number): string => format.format(new Date(time))
