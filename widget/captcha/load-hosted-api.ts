import { REQUEST_TIMEOUT_MS } from '../../contract/limits'

/** What the scripts of hCaptcha and Turnstile have in common. */
export interface HostedApi {
  /** Draws a captcha. @returns its id */
  render(place: HTMLElement, options: Record<string, unknown>): string
  /** The token, empty without one. */
  getResponse(id: string): string | undefined
  reset(id: string): void
  remove(id: string): void
  /** Starts the check without a click on the box. */
  execute(id: string): void
}

/** By provider, which is also the name of the global that its script makes. */
const scripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
} as const

export type HostedProvider = keyof typeof scripts

const READY = '_membershipCaptchaReady'

/**
 * The provider's script, loaded unless the page has it. Rejects when it does not come: blocked, unreachable, refused by
 * the page's policy.
 */
export async function loadHostedApi(provider: HostedProvider, window: Window): Promise<HostedApi> {
  const read = (): HostedApi => Reflect.get(window, provider)
  return (
    read() ??
    new Promise((resolve, reject) => {
      const script = window.document.createElement('script')
      Reflect.set(window, READY, () => resolve(read()))
      script.addEventListener('error', reject)
      setTimeout(reject, REQUEST_TIMEOUT_MS)
      script.src = `${scripts[provider]}?render=explicit&onload=${READY}`
      window.document.head.append(script)
    })
  )
}
