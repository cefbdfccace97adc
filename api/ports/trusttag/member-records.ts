/** Rows of one table as an export shows them: times ISO 8601, nothing that opens an account. */
export type MemberRecord = Record<string, unknown>

export interface MemberRecordsRepository {
  /** Every row that names the member, by table; none for tables that have none. */
  listByMember(memberId: string): Promise<Record<string, MemberRecord[]>>
}
