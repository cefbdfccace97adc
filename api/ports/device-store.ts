import type { Mode } from '../lib/ids'

/** A browser that has logged in as a member. It opens nothing by itself. Times are epoch milliseconds. */
export interface DeviceRow {
  memberId: string
  /** The public part of the browser's token; the same for all members of one browser. */
  deviceId: string
  appId: string
  mode: Mode
  /** Of the whole token. */
  tokenDigest: string
  /** When this browser set the password that the member has; null: another one did. */
  passwordSetAt: number | null
  createdAt: number
  lastSeenAt: number
}

export interface DeviceRepository {
  /** @param seenAfter rows that were last seen earlier have expired */
  find(memberId: string, deviceId: string, seenAfter: number): Promise<DeviceRow | null>
  /** The same browser as another member of the app and mode knows it. */
  findOfAnyMember(
    scope: Pick<DeviceRow, 'appId' | 'mode' | 'deviceId' | 'tokenDigest'>,
    seenAfter: number,
  ): Promise<DeviceRow | null>
  /** Stores it, or writes when it was last seen; the ones beyond `max` that were not seen for longest go. */
  save(device: DeviceRow, max: number): Promise<void>
  /** The device of this session set the password that the member has now. */
  notePassword(memberId: string, sessionDigest: string, passwordSetAt: number): Promise<void>
  /** Every device of the member but that of this session. */
  deleteOthers(memberId: string, sessionDigest: string): Promise<void>
  /** @param except the device that stays */
  deleteByMember(memberId: string, except?: string | null): Promise<void>
  deleteSeenBefore(time: number): Promise<void>
}
