import { randomBytes } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { CAPTCHA_COUNTER_MAX, CAPTCHA_LIFETIME_MINUTES } from '../../../contract/limits'
import { captchaChallenge } from '../../../contract/schemas/captcha'
import type { Db } from '../../database/db'
import type { Clock } from '../../lib/clock'
import type { Captcha, CaptchaScope } from './check'

/**
 * Iterations per derivation. Browsers compute half of `CAPTCHA_COUNTER_MAX` derivations on average: about 1 s on a phone, 0.2 s on a
 * desktop.
 * The server computes one to make a puzzle, none to check it.
 */
const ITERATIONS_PER_COUNTER = 10_000

export interface ProofOfWorkOptions {
  db: Db
  clock: Clock
  /** Iterations per derivation; lower in tests. */
  cost?: number
}

const token = v.object({
  challenge: captchaChallenge,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})
type Token = v.InferOutput<typeof token>

/** Self-hosted: puzzles are signed, bound to app and mode, expire, and work once. */
export function createProofOfWork({ db, clock, cost = ITERATIONS_PER_COUNTER }: ProofOfWorkOptions): Captcha {
  const secrets = cacheSecrets(db)
  return {
    publicPart: { provider: 'proof-of-work', siteKey: null },

    async challenge({ appId, mode }) {
      const challenge = await createChallenge({
        ...(await secrets()),
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(CAPTCHA_COUNTER_MAX),
        deriveKey,
        data: { app: appId, mode, expires: clock.now() + CAPTCHA_LIFETIME_MINUTES * 60_000 },
      })
      return v.parse(captchaChallenge, challenge)
    },

    async verify(text, scope) {
      const read = v.safeParse(token, parseToken(text))
      if (!read.success || !belongs(read.output, scope, clock.now())) return false
      const { challenge, solution } = read.output
      const { verified } = await verifySolution({ ...(await secrets()), challenge, solution, deriveKey })
      return verified && (await useCaptcha(db, challenge.signature, challenge.parameters.data.expires))
    },
  }
}

function belongs({ challenge }: Token, { appId, mode }: CaptchaScope, now: number): boolean {
  const { data } = challenge.parameters
  return data.app === appId && data.mode === mode && data.expires > now
}

function parseToken(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return null
  }
}

/** Reads the key once and derives two secrets, for puzzles and solutions. */
function cacheSecrets(db: Db) {
  let key: Promise<string> | undefined
  return async () => {
    key ??= ensureCaptchaKey(db, randomBytes(32).toString('base64url')).catch((error: unknown) => {
      key = undefined
      throw error
    })
    const known = await key
    return { hmacSignatureSecret: `puzzle ${known}`, hmacKeySignatureSecret: `answer ${known}` }
  }
}

const SIGNING = 'signing'

/** @param candidate stored if there is no key for this purpose; of two processes the first one's stays */
export async function ensureCaptchaKey({ kysely }: Db, candidate: string, purpose = SIGNING): Promise<string> {
  const find = () => kysely.selectFrom('captchaKeys').select('value').where('purpose', '=', purpose).executeTakeFirst()
  const stored = await find()
  if (stored) return stored.value
  await kysely
    .insertInto('captchaKeys')
    .values({ purpose, value: candidate })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  return (await find())?.value ?? candidate
}

/** Atomic. @returns false if already used */
export async function useCaptcha({ kysely }: Db, signature: string, expiresAt: number): Promise<boolean> {
  const result = await kysely
    .insertInto('usedCaptchas')
    .values({ signature, expiresAt })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Expired puzzles are refused without a row. */
export async function deleteExpiredCaptchas({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('usedCaptchas').where('expiresAt', '<=', now).execute()
}
