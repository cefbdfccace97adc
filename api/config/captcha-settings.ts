import type { CaptchaSettings } from '../features/captcha/hosted'
import { ConfigError } from '../lib/settings'
import type { Read } from '../lib/settings'

/** The variables of every hosted captcha. */
const CAPTCHAS = [
  { provider: 'hcaptcha', siteKey: 'HCAPTCHA_SITE_KEY', secret: 'HCAPTCHA_SECRET' },
  { provider: 'turnstile', siteKey: 'TURNSTILE_SITE_KEY', secret: 'TURNSTILE_SECRET' },
] as const

/** The secret's value is never repeated. */
export function readCaptcha(read: Read): CaptchaSettings | null {
  const [found, another] = CAPTCHAS.flatMap((names) => {
    const [siteKey, secret] = [read(names.siteKey), read(names.secret)]
    if (siteKey === undefined && secret === undefined) return []
    if (siteKey !== undefined && secret !== undefined) return [{ provider: names.provider, siteKey, secret }]
    const [given, missing] = siteKey === undefined ? [names.secret, names.siteKey] : [names.siteKey, names.secret]
    throw new ConfigError(`${given} is set without ${missing}. A hosted captcha needs both.`)
  })
  if (another === undefined) return found ?? null
  throw new ConfigError(`${CAPTCHAS.map(({ siteKey }) => siteKey).join(' and ')} are both set. Choose one captcha.`)
}
