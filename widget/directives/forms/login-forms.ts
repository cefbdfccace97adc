import { PLANS_PER_SIGNUP_MAX } from '../../../contract/limits'
import { attributeRows, attributes, type AttributeValue } from '../../attributes'
import { type Captcha, createCaptcha, pagePlace } from '../../captcha'
import { unclobbered } from '../../lib/dom'
import type { SignupParams } from '../../public'
import { $app, waitUntilReady } from '../../stores/app'
import type { MountContext } from '../directive'
import { choiceOf, plansToJoin } from '../plans/choice'
import { continueFormWithProvider } from '../social/provider-results'
import { submitButtons } from './busy-form'
import { clearFields } from './field'
import { mountForm } from './mount-form'
import { confirmedPassword, type FormFields } from './read-fields'

/** `data-ms-form="login"` */
export const loginForm = mountForm((form, context) => async (fields) => {
  try {
    const { data, message } = await context.client.loginMemberEmailPassword(
      { email: fields.credential('email'), password: fields.credential('password') },
      { includeContentGroups: true },
    )
    clearFields(form, 'password')
    return { message, redirect: data.redirect }
  } catch (refusal) {
    return continueFormWithProvider(form, context, refusal)
  }
})

/** `data-ms-form="signup"`: with the custom fields and free plans of the form. */
export const signupForm = mountForm((form, context) => {
  const captcha = formCaptcha(form, context)
  return async (fields) => {
    const password = confirmedPassword(fields, 'password')
    const captchaToken = await captcha.obtain()
    const params = {
      email: fields.credential('email'),
      password,
      ...signupExtras(form, context.window, fields),
      ...(captchaToken === undefined ? {} : { captchaToken }),
    }
    try {
      const { data, message } = await context.client.signupMemberEmailPassword(params, { includeContentGroups: true })
      clearFields(form, 'password', 'confirm-password')
      return { message, redirect: data.redirect }
    } catch (error) {
      captcha.reset()
      throw error
    }
  }
})

/** What every sign-up sends besides its credentials: custom fields, and the free plans of the form and an earlier choice. */
export function signupExtras(
  form: HTMLFormElement,
  window: Window,
  { customFields }: FormFields,
): Pick<SignupParams, 'customFields' | 'plans'> {
  const plans = plansToJoin(window, choiceOf(form)).slice(0, PLANS_PER_SIGNUP_MAX)
  return {
    ...(Object.keys(customFields).length > 0 ? { customFields } : {}),
    ...(plans.length > 0 ? { plans: plans.map((planId) => ({ planId })) } : {}),
  }
}

interface FormCaptcha {
  /** @returns a token, or undefined where the app requires none @throws Error with a sentence for the person */
  obtain(): Promise<string | undefined>
  /** Call it after a failure: a token can be used once. */
  reset(): void
}

/** The captcha of a page's own form. It starts when the person enters the form, to be done when they send it. */
function formCaptcha(form: HTMLFormElement, { client, window, signal }: MountContext): FormCaptcha {
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
  return attributeRows.signupCaptcha.values.find((one) => one === theme)
}

/** Above the submit button, if there is one. */
function placeIn(form: HTMLFormElement): HTMLElement {
  const place = pagePlace(form)
  submitButtons(form)[0]?.before(place)
  return place
}
