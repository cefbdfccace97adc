import type { MemberChanges, MemberRow } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'

/** What a transaction writes. */
export interface BatchRows extends Belongings {
  members: MemberRow[]
  changes: { id: string; changes: MemberChanges }[]
}

export const noRows = (): BatchRows => ({ members: [], changes: [], connections: [], purchases: [], accounts: [] })

export function addRows(batch: BatchRows, { connections, purchases, accounts }: Belongings): void {
  batch.connections.push(...connections)
  batch.purchases.push(...purchases)
  batch.accounts.push(...accounts)
}
