import { CAPTCHA_LIFETIME_MINUTES } from '../../contract/limits'
import type { MembershipClient } from '../public'
import type { Captcha, CaptchaState } from './captcha'
import { solveChallenge } from '../../contract/solve-challenge'

export type ChallengeSource = Pick<MembershipClient, '_getCaptchaChallenge'>

/** Half of a puzzle's life: the other half is for a form that waits and a slow network. */
const TOKEN_AGE_MAX_MS = CAPTCHA_LIFETIME_MINUTES * 30_000

/**
 * The self-hosted captcha: the visitor's device works for a second, and nobody has to do anything.
 * @param onState told whenever the state changes
 */
export function proofOfWork(client: ChallengeSource, onState: (state: CaptchaState) => void): Captcha {
  let work: Promise<string> | undefined
  let began = 0
  const reset = (): void => {
    work = undefined
    onState('captcha_label')
  }
  const obtain = (): Promise<string> => {
    if (work && Date.now() - began < TOKEN_AGE_MAX_MS) return work
    began = Date.now()
    onState('captcha_working')
    const token = solve(client)
    work = token
    // What failed is tried anew, unless something newer has taken its place already.
    token.then(
      () => work === token && onState('captcha_done'),
      () => work === token && reset(),
    )
    return token
  }
  return { prepare: () => void obtain(), obtain, reset, end: () => {} }
}

async function solve(client: ChallengeSource): Promise<string> {
  // Browsers have it on https and on localhost only.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) throw new Error('This form works only where its page is opened over https.')
  return solveChallenge((await client._getCaptchaChallenge()).data, subtle)
}
