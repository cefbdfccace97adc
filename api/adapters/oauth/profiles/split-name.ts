/** A name in one piece, as well as can be: the first word, and the rest. The member can put it right. */
export function splitName(name: unknown): { firstName: string | null; lastName: string | null } {
  const [firstName = '', ...rest] = typeof name === 'string' ? name.trim().split(/\s+/u) : []
  return { firstName: firstName || null, lastName: rest.join(' ') || null }
}
