/** Filters of the log. Empty: everything. Days are those of the person's time zone. */
export interface AuditFilters {
  /** ID of a person or key. */
  actorId: string
  /** Name in the log, for actors without an ID. */
  actor: string
  act: string
  subject: string
  /** `2026-11-23`. */
  from: string
  /** Included. */
  to: string
}

const names = ['actorId', 'actor', 'act', 'subject', 'from', 'to'] as const satisfies readonly (keyof AuditFilters)[]

export const noFilters: AuditFilters = { actorId: '', actor: '', act: '', subject: '', from: '', to: '' }

export const hasFilters = (filters: AuditFilters): boolean => names.some((name) => filters[name] !== '')

/** Filters are in the URL, so that a link to them can be shared. */
export function filtersOf(search: string): AuditFilters {
  const params = new URLSearchParams(search)
  const read = (name: keyof AuditFilters): string => (params.get(name) ?? '').trim()
  const day = (name: 'from' | 'to'): string => (startOfDay(read(name)) === null ? '' : read(name))
  return {
    actorId: read('actorId'),
    actor: read('actor'),
    act: read('act'),
    subject: read('subject'),
    from: day('from'),
    to: day('to'),
  }
}

/** The search part of the address, with its `?`; empty without filters. */
export function searchOf(filters: AuditFilters): string {
  const set = names.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`
}

/** Midnight in the person's time zone, in epoch milliseconds; null if the text is no day. */
function startOfDay(text: string, later = 0): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? []
  if (year === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day) + later)
  const isReal = new Date(Number(year), Number(month) - 1, Number(day)).getDate() === Number(day)
  return isReal ? date.getTime() : null
}

const toMoment = (time: number | null) => (time === null ? undefined : new Date(time).toISOString())

/** Input of `listAuditLog` and `exportAuditLog`: times in UTC, and the end is the midnight after the last day. */
export function inputOf({ from, to, ...equal }: AuditFilters) {
  const input = { ...equal, from: toMoment(startOfDay(from)), to: toMoment(startOfDay(to, 1)) }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '' && value !== undefined))
}

export const hasWrongDays = ({ from, to }: AuditFilters): boolean => from !== '' && to !== '' && to < from

/** `fields: email, name` → one line for each detail. */
export const detailLines = (detail: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(detail).map(([name, value]) => ({ name, value }))
