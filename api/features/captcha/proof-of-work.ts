import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { CAPTCHA_COUNTER_MAX, CAPTCHA_LIFETIME_MINUTES } from '../../../contract/limits'
import { captchaChallenge } from '../../../contract/schemas/captcha'
import type { Clock } from '../../lib/clock'
import type { Captcha, CaptchaRepository, CaptchaScope } from './check'

/**
 * Iterations of one derivation. An average visitor computes half of `CAPTCHA_COUNTER_MAX` derivations: about a second on a
 * phone, 0.2 s on a desktop. We compute one for making a puzzle, none for checking it.
 */
const ITERATIONS_PER_COUNTER = 10_000

export interface ProofOfWorkOptions {
  captchas: CaptchaRepository
  clock: Clock
  /** Iterations of one derivation; lower in tests. */
  cost?: number
}

const token = v.object({
  challenge: captchaChallenge,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})
type Token = v.InferOutput<typeof token>

/** The self-hosted captcha: puzzles are signed, bound to one app and mode, expire, and work once. */
export function createProofOfWork({ captchas, clock, cost = ITERATIONS_PER_COUNTER }: ProofOfWorkOptions): Captcha {
  const secrets = cacheSecrets(captchas)
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
      return verified && (await captchas.use(challenge.signature, challenge.parameters.data.expires))
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

/** Reads the stored key once and derives two secrets, for puzzles and for their solutions. */
function cacheSecrets(captchas: CaptchaRepository) {
  let key: Promise<string> | undefined
  return async () => {
    key ??= captchas.signingKey(randomBytes(32).toString('base64url')).catch((error: unknown) => {
      key = undefined
      throw error
    })
    const known = await key
    return { hmacSignatureSecret: `puzzle ${known}`, hmacKeySignatureSecret: `answer ${known}` }
  }
}
