import { isIPv4, isIPv6 } from 'node:net'
import { DEVICE_LIFETIME_DAYS, DEVICES_PER_MEMBER_MAX } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { MemberRow } from '../members/repository'
import { findDevice, findDeviceOfAnyMember, saveDevice } from './repository-sign-in'
import type { DeviceRow } from './repository-sign-in'

/** The call's device token: null for our client without one, undefined for published clients, which have none. */
export type DeviceClaim = string | null | undefined

type Tools = Pick<Services, 'secrets' | 'clock'>
type Owner = Pick<MemberRow, 'id' | 'appId' | 'mode'>

const DAY_MS = 24 * 60 * 60 * 1000
/** As made by `newToken`: the public part, then the secret. */
const TOKEN = /^(dev_[\w-]{1,40})\.[\w-]{20,60}$/u
/** Member ID for an unknown email, so that it costs the same query. */
const NOBODY = 'mem_0'

/** Devices last seen earlier have expired. */
export const deviceSeenAfter = (now: number): number => now - DEVICE_LIFETIME_DAYS * DAY_MS

/** Null unless the member has logged in on this device. An unknown member costs the same. */
export async function findKnownDevice(
  db: Db,
  { secrets, clock }: Tools,
  member: Pick<MemberRow, 'id'> | null,
  claim: DeviceClaim,
): Promise<string | null> {
  const deviceId = deviceIdIn(claim)
  if (!claim || deviceId === null) return null
  const tokenDigest = secrets.digest(claim)
  const row = await findDevice(db, member?.id ?? NOBODY, deviceId, deviceSeenAfter(clock.now()))
  return row?.tokenDigest === tokenDigest ? deviceId : null
}

interface SeenDevice {
  claim: DeviceClaim
  /** Whether this call set the password. */
  passwordWasSet?: boolean
  /** When this call did the second step, if the browser may skip it from now on. */
  secondStepAt?: number | null
}

/**
 * Records a login's device, in its transaction.
 * @returns the device (null for published clients), and a token for a new one
 */
export async function rememberDevice(
  tx: Tx,
  tools: Tools,
  member: Owner,
  { claim, passwordWasSet = false, secondStepAt = null }: SeenDevice,
): Promise<{ deviceId: string | null; token?: string; isNew: boolean }> {
  if (claim === undefined) return { deviceId: null, isNew: false }
  const now = tools.clock.now()
  const held = await findHeld(tx, tools, member, claim)
  const device = held ?? newToken(tools)
  const own = held?.memberId === member.id ? held : null
  await saveDevice(
    tx,
    {
      memberId: member.id,
      appId: member.appId,
      mode: member.mode,
      deviceId: device.deviceId,
      tokenDigest: device.tokenDigest,
      passwordSetAt: passwordWasSet ? now : (own?.passwordSetAt ?? null),
      secondStepAt: secondStepAt ?? own?.secondStepAt ?? null,
      createdAt: own?.createdAt ?? now,
      lastSeenAt: now,
    },
    DEVICES_PER_MEMBER_MAX,
  )
  return { deviceId: device.deviceId, isNew: own === null, ...('value' in device && { token: device.value }) }
}

/** The member's row of this browser, else another member's: a browser has one token for all its members. */
async function findHeld(
  tx: Tx,
  { secrets, clock }: Tools,
  { id, appId, mode }: Owner,
  claim: DeviceClaim,
): Promise<DeviceRow | null> {
  const deviceId = deviceIdIn(claim)
  if (!claim || deviceId === null) return null
  const seenAfter = deviceSeenAfter(clock.now())
  const tokenDigest = secrets.digest(claim)
  const own = await findDevice(tx, id, deviceId, seenAfter)
  if (own?.tokenDigest === tokenDigest) return own
  return findDeviceOfAnyMember(tx, { appId, mode, deviceId, tokenDigest }, seenAfter)
}

function newToken({ secrets }: Tools): { value: string } & Pick<DeviceRow, 'deviceId' | 'tokenDigest'> {
  const deviceId = secrets.id('dev')
  const value = `${deviceId}.${secrets.sessionToken()}`
  return { value, deviceId, tokenDigest: secrets.digest(value) }
}

/** The token's public part; null for anything else, which is never queried. */
const deviceIdIn = (claim: DeviceClaim): string | null => TOKEN.exec(claim ?? '')?.[1] ?? null

/** First match wins: others name the ones after them too. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//u, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//u, 'Safari'],
] as const

const systems = [
  [/\bWindows\b/u, 'Windows'],
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
] as const

const nameIn = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

const AGENT_MAX_CHARS = 512

/** `Firefox on macOS`: enough for a member to recognize, too little to track. Null: unknown. */
export function agentOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, AGENT_MAX_CHARS)
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}

/** /24 of IPv4, /48 of IPv6; null for anything else. */
export function networkOf(ipAddress: string): string | null {
  if (isIPv4(ipAddress)) return `${ipAddress.split('.').slice(0, 3).join('.')}.0/24`
  const plain = ipAddress.replace(/\/\d+$/u, '').replace(/%.*$/u, '')
  if (!isIPv6(plain)) return null
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}
