import { hkdfSync, randomInt } from 'node:crypto'
import type { TotpSetup } from '../../../contract/schemas/second-factor'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition } from '../apps/definition'
import type { MemberRow } from '../members/repository'
import { findRecoveryCode, findTotp, savePendingTotp, spendRecoveryCode, spendTotpStep } from './repository'
import type { RecoveryCodeRow } from './repository'

declare module '../../http/services' {
  interface Services {
    /** Encrypts the secrets of authenticator apps; null without a key: then they are not offered. */
    totpCipher: TotpCipher | null
  }
}

/** Bound to a member: a secret cannot be opened as another member's. */
export interface TotpCipher {
  seal(binding: { appId: string; mode: Mode; kind: string }, text: string): string
  open(binding: { appId: string; mode: Mode; kind: string }, sealed: string): string | null
}

const SECRET_BYTES = 20
const DIGITS = 6
const STEP_MS = 30_000
/** White margin of a QR code (ISO/IEC 18004). */
const QUIET_DOTS = 4

/** A key of its own, so that no other part can open the secrets. @param key KEY_ENCRYPTION_KEY */
export const totpKeyOf = (key: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), 'totp secrets', 32))

const bindingOf = ({ id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>) => ({
  appId,
  mode,
  kind: `totp ${id}`,
})

const loadLibrary = () => import('otpauth')

/** A secret that works once a code confirms it. @throws ApiError `encryption-key-missing` */
export async function prepareTotp(
  { store, clock, totpCipher }: Pick<Services, 'store' | 'clock' | 'totpCipher'>,
  app: Pick<AppDefinition, 'name'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>,
): Promise<TotpSetup> {
  if (!totpCipher) throw new ApiError('encryption-key-missing')
  const { Secret, TOTP } = await loadLibrary()
  const secret = new Secret({ size: SECRET_BYTES })
  await savePendingTotp(store, {
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    secret: totpCipher.seal(bindingOf(member), secret.base32),
    confirmedAt: null,
    lastStep: null,
    createdAt: clock.now(),
  })
  const url = new TOTP({ issuer: app.name, label: member.email, secret, digits: DIGITS }).toString()
  const { encodeQR } = await import('qr')
  const rows = encodeQR(url, 'raw', { border: QUIET_DOTS })
  return { secret: secret.base32, url, qr: rows.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')) }
}

/**
 * The current and the previous time step, each once.
 * @param options.isPending the secret that a code confirms; otherwise the confirmed one
 */
export async function checkTotp(
  { clock, totpCipher }: Pick<Services, 'clock' | 'totpCipher'>,
  db: Db,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  { digits, options: { isPending = false } = {} }: { digits: string; options?: { isPending?: boolean } },
): Promise<boolean> {
  const row = await findTotp(db, member.id)
  if (!row || (row.confirmedAt === null) !== isPending) return false
  const secret = totpCipher?.open(bindingOf(member), row.secret) ?? null
  if (secret === null) return false
  const { Secret, TOTP } = await loadLibrary()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: STEP_MS / 1000 })
  const now = clock.now()
  for (const timestamp of [now, now - STEP_MS]) {
    const isRight = totp.validate({ token: digits, timestamp, window: 0 }) === 0
    if (isRight) return spendTotpStep(db, member.id, Math.floor(timestamp / STEP_MS))
  }
  return false
}

/** Crockford's, without I, L, O and U: five bits a character. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODES = 10
/** After the first character, which names the code: 55 random bits. */
const SECRET_CHARS = 11
const CODE = new RegExp(`^[${ALPHABET}]{${SECRET_CHARS + 1}}$`, 'u')

/** `K7QM-2XPD-9RTA`, and as rows with hashes. Ten hashes, one after another, so that others get their turn. */
export async function makeRecoveryCodes(
  { hasher, clock }: Pick<Services, 'hasher' | 'clock'>,
  { id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
): Promise<{ codes: string[]; rows: RecoveryCodeRow[] }> {
  const selectors = new Set<string>()
  while (selectors.size < CODES) selectors.add(ALPHABET.charAt(randomInt(ALPHABET.length)))
  const rows: RecoveryCodeRow[] = []
  const codes: string[] = []
  for (const selector of selectors) {
    const secret = Array.from({ length: SECRET_CHARS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
    const codeHash = await hasher.hash(secret)
    rows.push({ memberId: id, selector, appId, mode, codeHash, usedAt: null, createdAt: clock.now() })
    codes.push((selector + secret).replaceAll(/.{4}(?=.)/gu, '$&-'))
  }
  return { codes, rows }
}

/** As typed: small letters, other separators, and letters that look like digits. Null for anything else. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1')
  return CODE.test(code) ? code : null
}

/** One hash, whichever code it is; each code works once. */
export async function checkRecoveryCode(
  { hasher, clock }: Pick<Services, 'hasher' | 'clock'>,
  db: Db,
  memberId: string,
  code: string,
): Promise<boolean> {
  const row = await findRecoveryCode(db, memberId, code.charAt(0))
  const matches = await hasher.verify(row?.codeHash ?? null, code.slice(1))
  return row !== null && matches && spendRecoveryCode(db, row, clock.now())
}
