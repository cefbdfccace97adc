import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { App } from '../../../contract/entities'
import { type Captcha, type CaptchaState, createCaptcha, pagePlace } from '../../captcha'
import { reportProblem } from '../../lib/errors'
import type { MembershipClient } from '../../public'
import type { Texts } from '../texts/english'

interface CaptchaOptions {
  client: MembershipClient
  app: App
  texts: Texts
}

/** The captcha of one form. */
export interface FormCaptcha {
  /** Goes inside the form, before its button; false if the app requires no captcha. */
  area: ReactNode
  /**
   * A token to send as `captchaToken`; undefined if the app requires none.
   * @throws Error with the text `captcha_failed`; then nothing must be sent
   */
  obtain(): Promise<string | undefined>
  /** Call it after every failed submit: a token is valid once. */
  reset(): void
}

/** Starts at the first input in the form around `area`, so that a token is usually ready at submit. */
export function useCaptcha({ client, app, texts }: CaptchaOptions): FormCaptcha {
  const captchaRef = useRef<Captcha>(null)
  const [state, onState] = useState<CaptchaState>('captcha_label')
  const { captchaRequired } = app
  const { provider, siteKey } = app.captcha
  const attach = useCallback(
    (spot: HTMLElement | null) => {
      if (!spot) return undefined
      const settings = { provider, siteKey }
      const captcha = createCaptcha({ settings, client, window, place: () => pagePlace(spot), onState })
      const form = spot.closest('form')
      captchaRef.current = captcha
      form?.addEventListener('input', captcha.prepare)
      return () => {
        form?.removeEventListener('input', captcha.prepare)
        captcha.end()
      }
    },
    [client, provider, siteKey],
  )
  return {
    area: captchaRequired && (
      <fieldset ref={attach} className="captcha" part="captcha" aria-label={texts.captcha_label} data-state={state}>
        {state !== 'captcha_label' && texts[state]}
      </fieldset>
    ),
    async obtain() {
      try {
        return captchaRequired ? await captchaRef.current?.obtain() : undefined
      } catch (cause) {
        reportProblem('warn', 'The captcha returned no token.', cause)
        throw new Error(texts.captcha_failed, { cause })
      }
    },
    reset: () => captchaRef.current?.reset(),
  }
}
