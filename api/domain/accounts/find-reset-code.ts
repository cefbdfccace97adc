import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../../ports/services'
import type { CodeRow } from '../../ports/store'
import { accountKey } from '../account-key'
import type { AppDefinition } from '../app-definition'
import { resetPasswordMail } from '../mails/reset-password-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import type { Mode } from '../mode'
import { decoyWrite } from './decoy-write'
import { digestCode } from './new-code'
import { tryTake } from './try-take'
import { digitsIn, takeCodeTry } from './typed-code'

export type ResetServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls'>

export interface ResetAttempt {
  app: AppDefinition
  mode: Mode
  /** The caller's address. */
  address: string
  /** Six digits, or the token of the mailed link. */
  token: string
  email?: string | undefined
}

/**
 * The open code that an attempt proves, null when it proves none. Six digits count their tries: with an e-mail against
 * that account's code, without one (published clients) against the caller's address and the app. The link's token is
 * too long to guess and needs neither.
 */
export async function findResetCode(services: ResetServices, attempt: ResetAttempt): Promise<CodeRow | null> {
  const digits = digitsIn(attempt.token)
  if (digits === null) return findByLink(services, attempt)
  const typed = { ...attempt, token: digits }
  return typed.email === undefined ? findBareCode(services, typed) : findAccountCode(services, typed, typed.email)
}

async function findByLink({ store, secrets, clock }: ResetServices, { app, mode, token }: ResetAttempt) {
  const row = await store.codes.findByLink(secrets.digest(token), 'reset-password', clock.now())
  return row?.appId === app.id && row.mode === mode ? row : null
}

async function findAccountCode(services: ResetServices, attempt: ResetAttempt, email: string) {
  const { store, clock, rateLimiter } = services
  const mayTry = await takeCodeTry(rateLimiter, accountKey(attempt.app.id, attempt.mode, email))
  const member = await store.members.findByEmail(attempt.app.id, attempt.mode, email)
  const row = mayTry && member && (await store.codes.findOpen(member.id, 'reset-password', clock.now()))
  // The try is taken before the digits are compared: parallel guesses share the five.
  if (row && (await store.codes.takeTry(row.id))) return matches(services, row, attempt.token) ? row : null
  await spendTry(services, attempt, email)
  return null
}

/** Counted before it is looked up and given back when it was right, so that parallel guesses share the limit too. */
async function findBareCode(services: ResetServices, attempt: ResetAttempt) {
  const { store, clock, rateLimiter } = services
  const { app, mode, address } = attempt
  const appKey = `${app.id} ${mode}`
  if (!(await tryTake(rateLimiter, 'bareCodeFailuresPerAddress', address))) return null
  if (!(await tryTake(rateLimiter, 'bareCodeFailuresPerApp', appKey))) return null
  const rows = await store.codes.listByRequester(app.id, mode, 'reset-password', address, clock.now())
  const [row, ...others] = rows.filter((candidate) => matches(services, candidate, attempt.token))
  // Two accounts with the same digits: nobody can tell whose password is meant.
  if (!row || others.length > 0 || !(await store.codes.takeTry(row.id))) return null
  await rateLimiter.giveBack('bareCodeFailuresPerAddress', address)
  await rateLimiter.giveBack('bareCodeFailuresPerApp', appKey)
  return row
}

function matches({ secrets }: ResetServices, row: CodeRow, code: string): boolean {
  if (row.codeDigest === null) return false
  return timingSafeEqual(Buffer.from(row.codeDigest), Buffer.from(digestCode(secrets, row.memberId, code)))
}

/** As much work as taking a try. */
async function spendTry(services: ResetServices, { app, mode }: ResetAttempt, email: string): Promise<void> {
  const content = resetPasswordMail(app, services.urls, { code: '', token: '' })
  await decoyWrite(services.store, toOutboxRow(services, app, { email, mode }, content))
}
