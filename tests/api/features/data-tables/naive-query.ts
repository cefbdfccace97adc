import type { DataRecordRow } from '../../../../api/features/data-tables/query-types'

/** A reference implementation of queries without a database. Supports only what random queries use. */
export interface NaiveList {
  where?: Where
  orderBy?: Record<string, 'asc' | 'desc'>[]
  take?: number
  skip?: number
  after?: number
}

export type Where = Readonly<Record<string, unknown>>

/** With the record that its single reference points to. */
export interface NaiveRecord extends DataRecordRow {
  links: Readonly<Record<string, readonly string[]>>
}

type Value = string | number | null

const fold = (value: Value): Value =>
  typeof value === 'string' ? value.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase()) : value

/** By bytes, as the databases compare. */
const compare = (one: string | number, other: string | number): number => {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return Number(one) - Number(other)
}

const isWhere = (value: unknown): value is Where => typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): Where[] => (Array.isArray(value) ? value : [value]).filter(isWhere)

export function matches(record: NaiveRecord, where: Where): boolean {
  return Object.entries(where).every(([name, asked]) => {
    if (name === 'AND') return listOf(asked).every((one) => matches(record, one))
    if (name === 'OR') return listOf(asked).some((one) => matches(record, one))
    if (name === 'NOT') return !listOf(asked).some((one) => matches(record, one))
    return asks(record, name, asked)
  })
}

const toValue = (value: unknown): Value => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

export function valueOf(record: NaiveRecord, name: string): Value {
  if (name === 'createdAt' || name === 'internalOrder') return record[name]
  return record.values[name] ?? null
}

function asks(record: NaiveRecord, name: string, asked: unknown): boolean {
  const linked = record.links[name]
  if (linked) return asked === null ? linked.length === 0 : typeof asked === 'string' && linked.includes(asked)
  const value = valueOf(record, name)
  if (!isWhere(asked)) return value === toValue(asked)
  const { mode, ...operators } = asked
  const change = mode === 'insensitive' ? fold : (one: Value): Value => one
  return Object.entries(operators).every(([operator, given]) => operate(operator, value, given, change))
}

function operate(operator: string, value: Value, given: unknown, change: (value: Value) => Value): boolean {
  if (operator === 'not') return change(value) !== change(toValue(given))
  if (operator === 'in' || operator === 'notIn') {
    const isIn = Array.isArray(given) && given.some((one) => change(toValue(one)) === change(value))
    return isIn === (operator === 'in')
  }
  const other = toValue(given)
  if (operator === 'equals') return change(value) === change(other)
  if (value === null || other === null) return false
  if (operator === 'lt') return compare(value, other) < 0
  if (operator === 'lte') return compare(value, other) <= 0
  if (operator === 'gt') return compare(value, other) > 0
  if (operator === 'gte') return compare(value, other) >= 0
  const [text, part] = [String(change(value)), String(change(other))]
  if (operator === 'startsWith') return text.startsWith(part)
  if (operator === 'endsWith') return text.endsWith(part)
  return part !== '' && text.includes(part)
}

/** Texts sort by 200 characters, missing values last, ties by number. */
export function naiveList<T extends NaiveRecord>(records: readonly T[], list: NaiveList): T[] {
  const orders = (list.orderBy ?? []).flatMap((one) => Object.entries(one))
  const isDown = orders.at(-1)?.[1] === 'desc'
  const sortValue = (record: NaiveRecord, name: string): Value => {
    const value = valueOf(record, name)
    return typeof value === 'string' ? Array.from(value).slice(0, 200).join('') : value
  }
  const order = (one: NaiveRecord, other: NaiveRecord): number => {
    for (const [name, direction] of orders) {
      const [a, b] = [sortValue(one, name), sortValue(other, name)]
      if (a === b) continue
      if (a === null || b === null) return a === null ? 1 : -1
      const sign = compare(a, b)
      if (sign !== 0) return direction === 'asc' ? sign : -sign
    }
    return (one.internalOrder - other.internalOrder) * (isDown ? -1 : 1)
  }
  const last = records.find(({ internalOrder }) => internalOrder === list.after)
  const isBeyond = (record: NaiveRecord): boolean => {
    if (list.after === undefined) return true
    if (last) return order(record, last) > 0
    return isDown ? record.internalOrder < list.after : record.internalOrder > list.after
  }
  const found = records.filter((record) => matches(record, list.where ?? {}) && isBeyond(record)).toSorted(order)
  const skip = list.skip ?? 0
  return found.slice(skip, skip + (list.take ?? 20))
}
