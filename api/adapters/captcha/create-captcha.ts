import type { CaptchaSettings } from '../../config'
import type { Captcha } from '../../ports/captcha'
import { createHostedCaptcha } from './hosted-captcha'
import { createProofOfWork } from './proof-of-work'
import type { ProofOfWorkOptions } from './proof-of-work'

/** The captcha that the environment chose; without a choice the self-hosted one. */
export function createCaptcha(settings: CaptchaSettings | null, options: ProofOfWorkOptions): Captcha {
  return settings ? createHostedCaptcha(settings) : createProofOfWork(options)
}
