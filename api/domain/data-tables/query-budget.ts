import { QUERY_ANSWER_MAX_BYTES, QUERY_READS_MAX, QUERY_RECORDS_MAX } from '../../../contract/limits'
import type { ReadBudget } from '../../ports/data-store'
import { ApiError } from '../../lib/errors'

const figure = (count: number): string => count.toLocaleString('en-US')

const limits = {
  reads: `reads more than ${figure(QUERY_READS_MAX)} records and fields`,
  records: `returns more than ${figure(QUERY_RECORDS_MAX)} records, those of relations too`,
  bytes: `returns more than ${figure(QUERY_ANSWER_MAX_BYTES)} bytes`,
} as const

/** What one query may still read and return, on all levels together. */
export class QueryBudget implements ReadBudget {
  #reads = QUERY_READS_MAX
  #records = QUERY_RECORDS_MAX
  #bytes = QUERY_ANSWER_MAX_BYTES

  get readsLeft(): number {
    return this.#reads
  }

  get bytesLeft(): number {
    return this.#bytes
  }

  /** @throws ApiError `query-limit-exceeded`, as the others do */
  read(units: number): void {
    this.#reads -= units
    if (this.#reads < 0) this.refuse()
  }

  returnRecords(count: number): void {
    this.#records -= count
    if (this.#records < 0) throw exceeded('records')
  }

  returnBytes(count: number): void {
    this.#bytes -= count
    if (this.#bytes < 0) throw exceeded('bytes')
  }

  refuse(): never {
    throw exceeded('reads')
  }
}

const exceeded = (limit: keyof typeof limits): ApiError =>
  new ApiError('query-limit-exceeded', { message: `This query ${limits[limit]}. Please narrow it down.` })
