import type { AttributeValue } from '../attributes'
import type { Captcha } from './captcha'
import { type HostedApi, type HostedProvider, loadHostedApi } from './load-hosted-api'

type Answered = [resolve: (token: string) => void, reject: (reason: unknown) => void]

export type CaptchaTheme = AttributeValue<'signupCaptcha'>

interface HostedCaptchaOptions {
  provider: HostedProvider
  siteKey: string
  place: HTMLElement
  window: Window
  theme?: CaptchaTheme | undefined
}

/**
 * A captcha that somebody else runs, drawn at once. Their script looks for its elements in the page's own DOM, so `place`
 * must be there.
 */
export function hostedCaptcha({ provider, siteKey, place, window, theme }: HostedCaptchaOptions): Captcha {
  let api: HostedApi | undefined
  let id = ''
  let drawing: Promise<void> | undefined
  let waiting: Answered | undefined
  const fail = (reason?: unknown): true => {
    waiting?.[1](reason)
    // To Turnstile: handled, no need to write to the console.
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
  const work = async (): Promise<string> => {
    await prepare()
    return (
      api?.getResponse(id) ||
      new Promise((...settle) => {
        waiting = settle
        // Turnstile is at work since it was drawn.
        if (provider === 'hcaptcha') api?.execute(id)
      })
    )
  }
  void prepare()
  return {
    prepare: () => void prepare(),
    obtain: () =>
      work().catch((cause: unknown) => {
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
