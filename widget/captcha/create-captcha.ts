import type { App } from '../public'
import type { Captcha, CaptchaState } from './captcha'
import { type CaptchaTheme, hostedCaptcha } from './hosted-captcha'
import { type ChallengeSource, proofOfWork } from './proof-of-work'

interface CaptchaOptions {
  /** What the app's server checks. */
  settings: App['captcha']
  client: ChallengeSource
  window: Window
  /** Makes the element that a hosted captcha draws into; not called for the proof of work. */
  place: () => HTMLElement
  /** How a hosted captcha is drawn; without it as its provider does. */
  theme?: CaptchaTheme | undefined
  /** Told how far the proof of work is. */
  onState?: (state: CaptchaState) => void
}

/** The captcha of one form. */
export const createCaptcha = ({
  settings: { provider, siteKey },
  client,
  window,
  place,
  theme,
  onState = () => {},
}: CaptchaOptions): Captcha =>
  provider === 'proof-of-work' || siteKey === null
    ? proofOfWork(client, onState)
    : hostedCaptcha({ provider, siteKey, place: place(), window, theme })
