import { attributes, type AttributeValue, attributeValues } from '../../attributes'
import { type Captcha, createCaptcha, pagePlace } from '../../captcha'
import { unclobbered } from '../../lib/dom'
import { $app, waitUntilReady } from '../../stores/app'
import type { MountContext } from '../directive'
import { submitButtons } from './busy-form'

export interface FormCaptcha {
  /** A token to send; undefined where the app requires none. @throws Error with a sentence for the person */
  obtain(): Promise<string | undefined>
  /** To be called after a sending that failed: a token counts once. */
  reset(): void
}

/** The captcha of a page's own form. It begins when the person enters the form, so that it is done when they send it. */
export function formCaptcha(form: HTMLFormElement, { client, window, signal }: MountContext): FormCaptcha {
  let captcha: Captcha | undefined
  const required = (): Captcha | undefined => {
    const app = $app.get()
    if (!app?.captchaRequired) return undefined
    captcha ??= createCaptcha({
      settings: app.captcha,
      client,
      window,
      place: () => placeIn(form),
      theme: themeOf(form),
    })
    return captcha
  }
  unclobbered(form).addEventListener('focusin', () => required()?.prepare(), { signal })
  signal.addEventListener('abort', () => captcha?.end())
  return {
    async obtain() {
      await waitUntilReady()
      return required()?.obtain()
    },
    reset: () => captcha?.reset(),
  }
}

const themeOf = (form: HTMLFormElement): AttributeValue<'signupCaptcha'> | undefined => {
  const theme = unclobbered(form).getAttribute(attributes.signupCaptcha)
  return attributeValues.signupCaptcha.find((one) => one === theme)
}

/** Above the button, where there is one. */
function placeIn(form: HTMLFormElement): HTMLElement {
  const place = pagePlace(form)
  submitButtons(form)[0]?.before(place)
  return place
}
