import { DEVICE_LIFETIME_DAYS, DEVICES_PER_MEMBER_MAX } from '../../../contract/limits'
import type { DeviceRow } from '../../ports/device-store'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'

/**
 * The device token that a call sends; null for our client without one, undefined for published clients, which have none.
 */
export type DeviceClaim = string | null | undefined

type Tools = Pick<Services, 'secrets' | 'clock'>
type Owner = Pick<MemberRow, 'id' | 'appId' | 'mode'>

const DAY_MS = 24 * 60 * 60 * 1000
/** As `newToken` makes it: the public part, then the secret. */
const TOKEN = /^(dev_[\w-]{1,40})\.[\w-]{20,60}$/u
/** Member ID for an unknown email, so that it costs the same query. */
const NOBODY = 'mem_0'

/** Devices that were last seen earlier have expired. */
export const deviceSeenAfter = (now: number): number => now - DEVICE_LIFETIME_DAYS * DAY_MS

/**
 * Returns the ID of a device on which the member has logged in before, else null. An unknown member costs the same.
 */
export async function findKnownDevice(
  { devices }: Pick<Repositories, 'devices'>,
  { secrets, clock }: Tools,
  member: Pick<MemberRow, 'id'> | null,
  claim: DeviceClaim,
): Promise<string | null> {
  const deviceId = deviceIdIn(claim)
  if (!claim || deviceId === null) return null
  const tokenDigest = secrets.digest(claim)
  const row = await devices.find(member?.id ?? NOBODY, deviceId, deviceSeenAfter(clock.now()))
  return row?.tokenDigest === tokenDigest ? deviceId : null
}

/**
 * Records the device of a login, in its transaction.
 * @param passwordWasSet whether this call set the password
 * @returns the device, null for published clients, and a token for a new device
 */
export async function rememberDevice(
  { devices }: Pick<Repositories, 'devices'>,
  tools: Tools,
  member: Owner,
  claim: DeviceClaim,
  passwordWasSet: boolean,
): Promise<{ deviceId: string | null; token?: string }> {
  if (claim === undefined) return { deviceId: null }
  const now = tools.clock.now()
  const held = await findHeld(devices, tools, member, claim)
  const device = held ?? newToken(tools)
  const own = held?.memberId === member.id ? held : null
  await devices.save(
    {
      memberId: member.id,
      appId: member.appId,
      mode: member.mode,
      deviceId: device.deviceId,
      tokenDigest: device.tokenDigest,
      passwordSetAt: passwordWasSet ? now : (own?.passwordSetAt ?? null),
      createdAt: own?.createdAt ?? now,
      lastSeenAt: now,
    },
    DEVICES_PER_MEMBER_MAX,
  )
  return { deviceId: device.deviceId, ...('value' in device && { token: device.value }) }
}

/** The member's row of this browser, else another member's: a browser has one token for all its members. */
async function findHeld(
  devices: Repositories['devices'],
  { secrets, clock }: Tools,
  { id, appId, mode }: Owner,
  claim: DeviceClaim,
): Promise<DeviceRow | null> {
  const deviceId = deviceIdIn(claim)
  if (!claim || deviceId === null) return null
  const seenAfter = deviceSeenAfter(clock.now())
  const tokenDigest = secrets.digest(claim)
  const own = await devices.find(id, deviceId, seenAfter)
  if (own?.tokenDigest === tokenDigest) return own
  return devices.findOfAnyMember({ appId, mode, deviceId, tokenDigest }, seenAfter)
}

function newToken({ secrets }: Tools): { value: string } & Pick<DeviceRow, 'deviceId' | 'tokenDigest'> {
  const deviceId = secrets.id('dev')
  const value = `${deviceId}.${secrets.sessionToken()}`
  return { value, deviceId, tokenDigest: secrets.digest(value) }
}

/** The public part of a token; null for anything else, which is never looked up. */
const deviceIdIn = (claim: DeviceClaim): string | null => TOKEN.exec(claim ?? '')?.[1] ?? null
