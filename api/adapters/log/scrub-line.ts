/**
 * What must not stand in a line, and what stands in its place: user and password of an address, the address of a mailbox,
 * keys and secrets of ours and of Stripe, session tokens and whatever follows `Bearer`. Names, IDs and UUIDs are none of them.
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@"']+@/gu, '://…@'],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/gu, '…@…'],
  [/\b(?:sk|rk|whsec)_[\w+/=-]{8,}/gu, '…'],
  [/\bBearer\s+[^\s"]+/giu, 'Bearer …'],
  [/(?<![\w/.-])[\w-]{43}(?![\w/.-])/gu, '…'],
]

/** @param line JSON with its line break; it stays JSON */
export function scrubLine(line: string): string {
  let scrubbed = line
  for (const [pattern, instead] of patterns) scrubbed = scrubbed.replace(pattern, instead)
  return scrubbed
}
