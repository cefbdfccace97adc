import { solveChallenge } from '../contract/solve-challenge'
import { CAPTCHA_LIFETIME_MINUTES, REQUEST_TIMEOUT_MS } from '../contract/limits'
import type { AttributeValue } from './attributes'
import type { App, MembershipClient } from './public'
import { pageText } from './stores/texts'

/** Proves that a person, or at least a slow machine, fills in one form. */
export interface Captcha {
  /** Starts the work that `obtain` waits for. Idempotent; never throws. */
  prepare: () => void
  /**
   * A token for one call.
   * @throws Error with a message for the person; the next call tries again
   */
  obtain(): Promise<string>
  /** Discards the token after it was sent: the server accepts each one once. */
  reset(): void
  /** Removes the captcha from the page. */
  end(): void
}

/** The progress, as the key of its text. None before the work starts. */
export type CaptchaState = 'captcha_label' | 'captcha_working' | 'captcha_done'

type CaptchaTheme = AttributeValue<'signupCaptcha'>

type ChallengeSource = Pick<MembershipClient, '_getCaptchaChallenge'>

interface CaptchaOptions {
  /** The app's captcha settings. */
  settings: App['captcha']
  client: ChallengeSource
  window: Window
  /** Creates the element for a hosted captcha. Not called for the proof of work. */
  place: () => HTMLElement
  /** For a hosted captcha. Default: the provider's. */
  theme?: CaptchaTheme | undefined
  /** Called with the progress of the proof of work. */
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

/**
 * An element in the page's light DOM, shown at `spot`. In a shadow root it goes through a slot: scripts of hosted
 * captchas don't find elements inside shadow roots.
 */
export function pagePlace(spot: HTMLElement): HTMLElement {
  const { ownerDocument: document } = spot
  const root = spot.getRootNode()
  const place = document.createElement('div')
  // Let its content take the available width.
  place.style.flex = '1'
  // In the light DOM, the slot name excludes the content from the modals' style sheet.
  place.slot = 'captcha'
  if (root instanceof ShadowRoot) {
    const slot = document.createElement('slot')
    slot.name = place.slot
    spot.append(slot)
    root.host.append(place)
  } else spot.append(place)
  return place
}

/** Half of a puzzle's lifetime. The other half is for a slow person and a slow network. */
const TOKEN_AGE_MAX_MS = CAPTCHA_LIFETIME_MINUTES * 30_000

/**
 * The self-hosted captcha: the device computes for about a second, without user input.
 * @param onState called when the state changes
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
    // Retry after a failure, unless a newer token has replaced it.
    token.then(
      () => work === token && onState('captcha_done'),
      () => work === token && reset(),
    )
    return token
  }
  return { prepare: () => void obtain(), obtain, reset, end: () => {} }
}

async function solve(client: ChallengeSource): Promise<string> {
  // Available on https and localhost only.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) throw new Error(pageText('captcha_https_message'))
  return solveChallenge((await client._getCaptchaChallenge()).data, subtle)
}

interface HostedCaptchaOptions {
  provider: HostedProvider
  siteKey: string
  /** In the light DOM, where the provider's script looks for it. */
  place: HTMLElement
  window: Window
  theme?: CaptchaTheme | undefined
}

/** The options of both providers that are called when the person does not solve the puzzle. */
const failureCallbacks = ['error-callback', 'close-callback', 'chalexpired-callback', 'timeout-callback'] as const

/** A captcha of a provider, rendered immediately. */
export function hostedCaptcha({ provider, siteKey, place, window, theme }: HostedCaptchaOptions): Captcha {
  let api: HostedApi | undefined
  let id = ''
  let drawing: Promise<void> | undefined
  let waiting: [resolve: (token: string) => void, reject: (reason: unknown) => void] | undefined
  const fail = (reason?: unknown): true => {
    waiting?.[1](reason)
    // Tells Turnstile that the error is handled; otherwise it logs to the console.
    return true
  }
  const draw = async (): Promise<void> => {
    api = await loadHostedApi(provider, window)
    id = api.render(place, {
      sitekey: siteKey,
      ...(theme ? { theme } : {}),
      size: place.clientWidth < 303 ? 'compact' : 'normal',
      // Otherwise hCaptcha's puzzle opens behind the dialog.
      'challenge-container': place,
      callback: (token: string) => waiting?.[0](token),
      ...Object.fromEntries(failureCallbacks.map((name) => [name, fail])),
    })
  }
  const prepare = (): Promise<void> => {
    drawing ??= draw()
    drawing.catch(() => (drawing = undefined))
    return drawing
  }
  const requestToken = async (): Promise<string> => {
    await prepare()
    return (
      api?.getResponse(id) ||
      new Promise((...settle) => {
        waiting = settle
        // Turnstile starts when rendered.
        if (provider === 'hcaptcha') api?.execute(id)
      })
    )
  }
  void prepare()
  return {
    prepare: () => void prepare(),
    obtain: () =>
      requestToken().catch((cause: unknown) => {
        throw new Error(pageText('captcha_failed'), { cause })
      }),
    reset: () => api?.reset(id),
    end() {
      fail()
      api?.remove(id)
      place.remove()
    },
  }
}

/** The common part of the scripts of hCaptcha and Turnstile. */
interface HostedApi {
  /** @returns the captcha's ID */
  render(place: HTMLElement, options: Record<string, unknown>): string
  /** The token; empty without one. */
  getResponse(id: string): string | undefined
  reset(id: string): void
  remove(id: string): void
  /** Starts the check without a click. */
  execute(id: string): void
}

/** By provider. The key is also the global variable that the script sets. */
const scripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
} as const

type HostedProvider = keyof typeof scripts

const READY_CALLBACK = '_membershipCaptchaReady'

/**
 * Loads the provider's script unless the page already has it.
 * @throws if it is blocked, unreachable or forbidden by the CSP
 */
async function loadHostedApi(provider: HostedProvider, window: Window): Promise<HostedApi> {
  const read = (): HostedApi => Reflect.get(window, provider)
  return (
    read() ??
    new Promise((resolve, reject) => {
      const script = window.document.createElement('script')
      Reflect.set(window, READY_CALLBACK, () => resolve(read()))
      script.addEventListener('error', reject)
      setTimeout(reject, REQUEST_TIMEOUT_MS)
      script.src = `${scripts[provider]}?render=explicit&onload=${READY_CALLBACK}`
      window.document.head.append(script)
    })
  )
}
