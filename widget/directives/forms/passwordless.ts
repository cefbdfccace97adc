import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import { domParsed } from '../../lib/page-lifecycle'
import type { Answered, MemberAuth } from '../../public'
import type { MountContext } from '../directive'
import { type DisplayToggle, toggleDisplay } from '../toggle-display'
import { replaceText } from './busy-form'
import { clearFields } from './field'
import { signupExtras } from './login-forms'
import { mountForm, type Send } from './mount-form'
import type { FormFields } from './read-fields'
import { pageText } from '../../stores/texts'
import { continueSecondStep } from '../second-step'
import type { Sent } from './send-form'

/** `data-ms-form="passwordless-signup"`: the mailed code proves the email. */
export const passwordlessSignupForm = mountForm((form, context) =>
  passwordlessSteps(form, context, {
    mail: (params) => context.client.sendMemberSignupPasswordlessEmail(params),
    complete: (proof, fields) =>
      context.client.signupMemberPasswordless(
        { ...proof, ...signupExtras(form, context.window, fields) },
        { includeContentGroups: true },
      ),
  }),
)

/** Emails a code, then logs in with it. */
export const passwordlessLoginForm = mountForm((form, context) =>
  passwordlessSteps(form, context, {
    mail: (params) => context.client.sendMemberLoginPasswordlessEmail(params),
    complete: (proof) => context.client.loginMemberPasswordless(proof, { includeContentGroups: true }),
    goOn: (refusal) => continueSecondStep(context, refusal),
  }),
)

interface PasswordlessCalls {
  mail(params: { email: string }): Promise<{ message?: string }>
  complete(proof: { email: string; passwordlessToken: string }, fields: FormFields): Promise<Answered<MemberAuth>>
  /** The second step of a refused login; null for another error. */
  goOn?(refusal: unknown): Promise<Sent | null>
}

/**
 * The first submit emails a code, the second sends the code. If the email address changed in between, it gets a new
 * code.
 */
function passwordlessSteps(form: HTMLFormElement, context: MountContext, calls: PasswordlessCalls): Send {
  const step = secondStep(form, context)
  let mailedTo: string | undefined
  const startOver = (): void => {
    mailedTo = undefined
    step.leave()
  }
  // A reset button returns to the first step: the code has expired, or the person wants another.
  unclobbered(form).addEventListener('reset', startOver, { signal: context.signal })
  return async (fields) => {
    const email = fields.credential('email').trim()
    if (email.toLowerCase() !== mailedTo) {
      const { message } = await calls.mail({ email })
      mailedTo = email.toLowerCase()
      clearFields(form, 'token')
      return { message: message ?? pageText('code_mailed_message'), unfinished: true, afterwards: step.enter }
    }
    // Mail programs show the digits in groups, and people copy them like that.
    const passwordlessToken = fields.credential('token').replaceAll(/[\s-]/g, '')
    // The server allows few attempts, so a code that is too short must not use one.
    if (passwordlessToken.length !== CODE_LENGTH_DIGITS) throw new Error(pageText('code_error_message'))
    try {
      const { data, message } = await calls.complete({ email, passwordlessToken }, fields)
      clearFields(form, 'token')
      return { message, redirect: data.redirect, afterwards: startOver }
    } catch (refusal) {
      const sent = await calls.goOn?.(refusal)
      if (!sent) throw refusal
      return { ...sent, afterwards: startOver }
    }
  }
}

const PART = withAttribute(attributes.passwordless, 'step-2')
const CODE = withAttribute(attributes.member, 'token')

interface SecondStep {
  /** Shows the parts that ask for the code and focuses the field. */
  enter: () => void
  /** Returns to the state before the first submit. */
  leave: () => void
}

/** Shown once the code was mailed. Until then the browser neither validates nor sends its fields. */
function secondStep(form: HTMLFormElement, { document, signal }: MountContext): SecondStep {
  const own = unclobbered(form)
  const parts = new Map<Element, DisplayToggle>()
  const fields = createExclusion(form)
  let entered = false
  let restoreTexts: (() => void)[] = []
  const update = (part: HTMLElement): void => {
    const toggle = parts.get(part) ?? toggleDisplay(part)
    parts.set(part, toggle)
    if (entered) toggle.show()
    else toggle.hide()
  }
  const setEntered = (value: boolean): void => {
    entered = value && !signal.aborted
    own.querySelectorAll<HTMLElement>(PART).forEach(update)
    if (entered) fields.include()
    else fields.exclude()
    restoreTexts.forEach((restore) => restore())
    restoreTexts = entered ? showNextTexts(form) : []
  }
  // For parts that the parser or a script adds later: a submit needs a click or a key in the form.
  const catchUp = (): void => {
    for (const part of own.querySelectorAll<HTMLElement>(PART)) if (!parts.has(part)) update(part)
    if (!entered && !signal.aborted) fields.exclude()
  }
  setEntered(false)
  void domParsed(document).then(catchUp)
  for (const type of ['focusin', 'click']) own.addEventListener(type, catchUp, { signal, capture: true })
  signal.addEventListener('abort', () => {
    setEntered(false)
    fields.include()
    for (const toggle of parts.values()) toggle.restore()
  })
  return {
    enter() {
      setEntered(true)
      focusCode(form)
    },
    leave: () => setEntered(false),
  }
}

/** Disables the fields of the second step, except those that the author disabled. */
function createExclusion(form: HTMLFormElement) {
  const excluded = new Set<Element>()
  return {
    exclude(): void {
      for (const field of unclobbered(form).elements) {
        if (!field.closest(PART) || field.hasAttribute('disabled')) continue
        field.setAttribute('disabled', '')
        excluded.add(field)
      }
    },
    include(): void {
      for (const field of excluded) field.removeAttribute('disabled')
      excluded.clear()
    },
  }
}

const showNextTexts = (form: HTMLFormElement): (() => void)[] =>
  [...unclobbered(form).querySelectorAll<HTMLElement>(withAttribute(attributes.passwordlessButton))].map((button) =>
    replaceText(button, button.getAttribute(attributes.passwordlessButton)),
  )

/** Unless the person has moved on. */
function focusCode(form: HTMLFormElement): void {
  const own = unclobbered(form)
  const { activeElement, body } = own.ownerDocument
  if (activeElement && activeElement !== body && !own.contains(activeElement)) return
  const field = [...own.elements].find((element) => element.matches(CODE))
  if (field instanceof HTMLElement) field.focus()
}
