import type { CustomFieldValue } from '../../contract/entities'
import type { Mode } from '../lib/ids'

/** What somebody signed up with: written once with the member, never changed after, and gone with the member. */
export interface SignupRecordRow {
  /** `sup_…` */
  id: string
  appId: string
  mode: Mode
  memberId: string
  /** The address at sign-up; the member may have another by now. */
  email: string
  /** The custom fields that were accepted. No password can be among them. */
  customFields: Record<string, CustomFieldValue>
  createdAt: number
}

/** Where a page of records ended. The id parts records of one moment. */
export type SignupRecordPlace = Pick<SignupRecordRow, 'createdAt' | 'id'>

/** Who signed up, for the owners of apps that keep it. */
export interface SignupRecordRepository {
  insert(record: SignupRecordRow): Promise<void>
  find(id: string): Promise<SignupRecordRow | null>
  /**
   * Newest first, at most `limit`.
   * @param before the last record of the page before; null for the first page
   */
  list(appId: string, mode: Mode, limit: number, before: SignupRecordPlace | null): Promise<SignupRecordRow[]>
  deleteByMember(memberId: string): Promise<void>
}
