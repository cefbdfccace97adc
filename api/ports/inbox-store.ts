import type { Mode } from '../domain/mode'
import type { ListPlace } from './list-place'

/** What kinds of messages an app takes. */
export type InboxKind = 'inquiry' | 'contact'

export interface InboxMessageRow {
  /** `msg_…`; also the reference that the sender is told. */
  id: string
  appId: string
  mode: Mode
  kind: InboxKind
  /** The sender's. */
  email: string
  /** What was filled in, by field. */
  fields: Record<string, string>
  createdAt: number
}

/** Messages to the owners of apps. */
export interface InboxRepository {
  insert(message: InboxMessageRow): Promise<void>
  /** Newest first. @param before where the page before ended */
  list(appId: string, mode: Mode, limit: number, before?: ListPlace | null): Promise<InboxMessageRow[]>
  /** Everything that came from an address, the oldest first. */
  listByEmail(appId: string, mode: Mode, email: string): Promise<InboxMessageRow[]>
}
