import type { App } from '../../contract/entities'
import type { CaptchaChallenge } from '../../contract/schemas/captcha'
import type { Mode } from '../lib/ids'

/** What a token has to belong to. */
export interface CaptchaScope {
  appId: string
  mode: Mode
  /** The Origin header of the call, null without one. */
  origin: string | null
}

/** Who checks that a visitor is a person. */
export interface Captcha {
  /** What a browser needs to know. */
  readonly publicPart: App['captcha']
  /** A puzzle for this app and mode. @throws ApiError `not-found` where a hosted provider makes its own */
  challenge(scope: CaptchaScope): Promise<CaptchaChallenge>
  /**
   * Whether the token was earned for this scope. It counts once: a second call with it answers false.
   * @throws ApiError `service-unavailable` when a hosted provider cannot be asked; never true in doubt
   */
  verify(token: string, scope: CaptchaScope): Promise<boolean>
}

/** What several processes must agree on about puzzles. */
export interface CaptchaRepository {
  /** The key that puzzles are signed with: the stored one, or `candidate` when it is the first. */
  signingKey(candidate: string): Promise<string>
  /** Marks a puzzle as used until it expires; false when it was used already. */
  use(signature: string, expiresAt: number): Promise<boolean>
  deleteExpired(now: number): Promise<void>
}
