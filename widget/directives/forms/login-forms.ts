import { PLANS_PER_SIGNUP_MAX } from '../../../contract/limits'
import { attributeRows, attributes, type AttributeValue } from '../../attributes'
import { type Captcha, createCaptcha, pagePlace } from '../../captcha'
import { isTag, unclobbered } from '../../lib/dom'
import type { SignupParams } from '../../public'
import { $app, waitUntilReady } from '../../stores/app'
import type { MountContext } from '../directive'
import { codeOf, errorText } from '../../lib/errors'
import { choiceOf, plansToJoin } from '../plans/choice'
import { continueSecondStep } from '../second-step'
import { isSet } from '../social/provider-elements'
import { continueFormWithProvider } from '../social/provider-results'
import { submitButtons } from './busy-form'
import { clearFields, fieldsOf, keyOf } from './field'
import { formKind, mountForm, showSending } from './mount-form'
import { confirmedPassword, type FormFields } from './read-fields'
import { sendForm, type Sent, webflowBoxes } from './send-form'

/** `data-ms-form="login"` */
export const loginForm = mountForm((form, context) => {
  offerPasskeysIn(form, context)
  return (fields) => logInWith(form, context, fields)
})

async function logInWith(form: HTMLFormElement, context: MountContext, fields: FormFields): Promise<Sent> {
  try {
    const { data, message } = await context.client.loginMemberEmailPassword(
      { email: fields.credential('email'), password: fields.credential('password') },
      { includeContentGroups: true },
    )
    clearFields(form, 'password')
    return { message, redirect: data.redirect }
  } catch (refusal) {
    return (await continueSecondStep(context, refusal)) ?? continueFormWithProvider(form, context, refusal)
  }
}

/** Passkeys in the autofill of the form's email field, unless its author switched that off. */
function offerPasskeysIn(form: HTMLFormElement, context: MountContext): void {
  if (form.getAttribute(attributes.authPasskey) === 'off') return
  const field = fieldsOf(form).find((one) => keyOf(one) === 'email')
  if (!field || !isTag(field, 'input')) return
  const finish = (sent: Sent): void =>
    void sendForm({
      place: form,
      button: undefined,
      choice: choiceOf(form),
      send: async () => sent,
      showBusy: () => showSending(form),
      kind: formKind('login'),
      boxes: webflowBoxes(form),
      context,
    })
  context.client._offerPasskeys(field, {
    signal: context.signal,
    onLogin: ({ data, message }) => finish({ message, redirect: data.redirect }),
    onError: (error) => context.client._showMessage(errorText(error), true, form),
  })
}

/** `data-ms-form="signup"`: sends the custom fields and free plans of the form too. */
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
      const knows = codeOf(error) === 'email-already-in-use' && isSet(form, attributes.authAllowLogin)
      if (!knows) throw error
      return logInInstead(form, context, params, error)
    }
  }
})

/** Errors of a login that say no more than the refused sign-up. */
const REFUSED_LOGIN = /^(invalid-credentials|no-password-set|use-social-login)$/

/** Logs in with the credentials of a refused sign-up. A wrong password shows the refusal. */
async function logInInstead(
  form: HTMLFormElement,
  { client }: MountContext,
  { email, password }: Pick<SignupParams, 'email' | 'password'>,
  refusal: unknown,
): Promise<Sent> {
  try {
    const { data, message } = await client.loginMemberEmailPassword({ email, password }, { includeContentGroups: true })
    clearFields(form, 'password', 'confirm-password')
    return { message, redirect: data.redirect, isNew: false }
  } catch (error) {
    throw REFUSED_LOGIN.test(codeOf(error)) ? refusal : error
  }
}

/** Sent with every sign-up: custom fields, and the free plans of the form and of an earlier choice. */
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
  /** @returns a token, or undefined if the app requires none @throws Error with a message for the person */
  obtain(): Promise<string | undefined>
  /** Call it after a failure: a token is valid once. */
  reset(): void
}

/** The captcha of a page's own form. It starts when the person enters the form, to be ready at submit. */
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

function placeIn(form: HTMLFormElement): HTMLElement {
  const place = pagePlace(form)
  submitButtons(form)[0]?.before(place)
  return place
}
