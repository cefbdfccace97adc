import { solveChallenge } from '../contract/solve-challenge'
import { CAPTCHA_LIFETIME_MINUTES, REQUEST_TIMEOUT_MS } from '../contract/limits'
import type { AttributeValue } from './attributes'
import type { App, MembershipClient } from './public'

/** Tells, for one form, whether a person fills it in. */
export interface Captcha {
  /** Starts the work that `obtain` waits for, once; never throws. */
  prepare: () => void
  /**
   * A token for one call.
   * @throws Error with a sentence for the person; the next call tries again
   */
  obtain(): Promise<string>
  /** Forgets the token after it was sent: the server accepts each only once. */
  reset(): void
  /** Removes what was drawn from the page. */
  end(): void
}

/** The progress, named by its text; there is none before the work starts. */
export type CaptchaState = 'captcha_label' | 'captcha_working' | 'captcha_done'

type CaptchaTheme = AttributeValue<'signupCaptcha'>

type ChallengeSource = Pick<MembershipClient, '_getCaptchaChallenge'>

interface CaptchaOptions {
  /** Of the app: what its server checks. */
  settings: App['captcha']
  client: ChallengeSource
  window: Window
  /** Makes the element that a hosted captcha draws into; not called for the proof of work. */
  place: () => HTMLElement
  /** Of a hosted captcha; without it the provider decides. */
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
 * An element of the page's own DOM that shows at `spot`. In a shadow root it shows through a slot: scripts of hosted
 * captchas do not find elements inside.
 */
export function pagePlace(spot: HTMLElement): HTMLElement {
  const { ownerDocument: document } = spot
  const root = spot.getRootNode()
  const place = document.createElement('div')
  // Its content takes the width that it finds.
  place.style.flex = '1'
  // In the page's own DOM the slot name makes the modals' light style sheet skip the content.
  place.slot = 'captcha'
  if (root instanceof ShadowRoot) {
    const slot = document.createElement('slot')
    slot.name = place.slot
    spot.append(slot)
    root.host.append(place)
  } else spot.append(place)
  return place
}

/** Half of a puzzle's life: the other half is for a form that waits and a slow network. */
const TOKEN_AGE_MAX_MS = CAPTCHA_LIFETIME_MINUTES * 30_000

/**
 * The self-hosted captcha: the visitor's device computes for about a second, without any input.
 * @param onState called whenever the state changes
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
    // A failure is tried again, unless a newer token has replaced it.
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

interface HostedCaptchaOptions {
  provider: HostedProvider
  siteKey: string
  /** In the page's own DOM, where the provider's script looks for it. */
  place: HTMLElement
  window: Window
  theme?: CaptchaTheme | undefined
}

/** A captcha that a provider runs, drawn at once. */
export function hostedCaptcha({ provider, siteKey, place, window, theme }: HostedCaptchaOptions): Captcha {
  let api: HostedApi | undefined
  let id = ''
  let drawing: Promise<void> | undefined
  let waiting: [resolve: (token: string) => void, reject: (reason: unknown) => void] | undefined
  const fail = (reason?: unknown): true => {
    waiting?.[1](reason)
    // Tells Turnstile that the error is handled: it then writes nothing to the console.
    return true
  }
  const draw = async (): Promise<void> => {
    api = await loadHostedApi(provider, window)
    id = api.render(place, {
      sitekey: siteKey,
      ...(theme ? { theme } : {}),
      size: place.clientWidth < 303 ? 'compact' : 'normal',
      // hCaptcha's puzzle would otherwise open behind the dialog.
      'challenge-container': place,
      callback: (token: string) => waiting?.[0](token),
      'error-callback': fail,
      'close-callback': fail,
      'chalexpired-callback': fail,
      'timeout-callback': fail,
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
        // Turnstile started when it was drawn.
        if (provider === 'hcaptcha') api?.execute(id)
      })
    )
  }
  void prepare()
  return {
    prepare: () => void prepare(),
    obtain: () =>
      requestToken().catch((cause: unknown) => {
        throw new Error('The captcha did not work. Please try again.', { cause })
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
  /** Draws a captcha. @returns its id */
  render(place: HTMLElement, options: Record<string, unknown>): string
  /** The token, empty without one. */
  getResponse(id: string): string | undefined
  reset(id: string): void
  remove(id: string): void
  /** Starts the check without a click on the box. */
  execute(id: string): void
}

/** By provider, which is also the name of the global variable that the script sets. */
const scripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
} as const

type HostedProvider = keyof typeof scripts

const READY_CALLBACK = '_membershipCaptchaReady'

/**
 * Loads the provider's script, unless the page has it already.
 * @throws if it is blocked, unreachable or refused by the page's policy
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
