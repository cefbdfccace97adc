import type { Db } from '../../database/db'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'

export type OwnerValue = string | number | boolean | null

/** A row as an owner reads it, and as `--json` prints it: times ISO 8601 under names that end in `At`. */
export type OwnerRecord = Readonly<Record<string, OwnerValue>> & { readonly id: string }

export interface OwnerPage {
  records: OwnerRecord[]
  /** What the next page is asked with; null when this is the last one. */
  next: string | null
}

export interface PageOptions {
  limit: number
  /** `next` of the page before; null for the first one. */
  before: string | null
}

/** The store is only read. */
export type OwnerServices = Pick<Services, 'clock' | 'banks'> & { store: Db & Repositories }

/** Something that an owner looks through. */
export interface OwnerList {
  title: string
  /** Heading by name in a record, in the order shown. */
  columns: Readonly<Record<string, string>>
  read(services: OwnerServices, scope: OwnerScope, page: PageOptions): Promise<OwnerPage>
}

/** A list whose rows something can be done to. */
export interface ActedList extends OwnerList {
  /** Null when it is not in the scope. */
  find(services: OwnerServices, scope: OwnerScope, id: string): Promise<OwnerRecord | null>
}
