import type { Repositories } from '../../ports/store'

export const toIso = (time: number): string => new Date(time).toISOString()

export const toIsoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time))

/** `first-name: Ada, city: London`; what is empty is left out. */
export function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** Looks each member's address up once. */
export function emailLookUp({
  store,
}: {
  store: Pick<Repositories, 'members'>
}): (memberId: string) => Promise<string | null> {
  const found = new Map<string, Promise<string | null>>()
  const read = async (id: string) => (await store.members.findById(id))?.email ?? null
  return (memberId) => {
    const email = found.get(memberId) ?? read(memberId)
    found.set(memberId, email)
    return email
  }
}
