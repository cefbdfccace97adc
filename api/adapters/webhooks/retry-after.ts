/** How long a receiver asks to be left alone. @param header seconds, or a date @returns null for what is neither */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/u.test(header)) return Number(header) * 1_000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
