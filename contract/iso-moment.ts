/** Dates of files and queries. `Date.parse` guesses: it reads 04.03.2023 as 3 April and 2023-02-30 as 2 March. */

const DAY = String.raw`(\d{4})-(\d{2})-(\d{2})`
const TIME = String.raw`T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?`
const ZONE = String.raw`(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)`
const MOMENT = new RegExp(`^${DAY}(?:${TIME}(?:${ZONE})?)?$`, 'u')

const MINUTE_MS = 60_000

/**
 * Epoch milliseconds of a day or a time as ISO 8601 writes it, with all its digits. Without a zone it is UTC.
 * @returns null for another form, and for a day that no calendar has
 */
export function readIsoMoment(text: string): number | null {
  const found = MOMENT.exec(text)
  if (!found) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, zoneHour, zoneMinute] = found
  const midnight = new Date(0)
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return null
  const minutes = Number(hour) * 60 + Number(minute)
  const offset = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * (sign === '-' ? -1 : 1)
  const milliseconds = Number(second) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  return midnight.getTime() + (minutes - offset) * MINUTE_MS + milliseconds
}
