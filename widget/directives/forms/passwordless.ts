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

/** `data-ms-form="passwordless-login"` */
export const passwordlessLoginForm = mountForm((form, context) =>
  passwordlessSteps(form, context, {
    mail: (params) => context.client.sendMemberLoginPasswordlessEmail(params),
    complete: (proof) => context.client.loginMemberPasswordless(proof, { includeContentGroups: true }),
  }),
)

/** The modal has the same text. */
const INVALID_CODE = 'Please enter a valid code'
/** If the server sends no message. */
const MAILED = 'A code is on its way to you.'

interface PasswordlessCalls {
  mail(params: { email: string }): Promise<{ message?: string }>
  complete(proof: { email: string; passwordlessToken: string }, fields: FormFields): Promise<Answered<MemberAuth>>
}

/** The first submit has a code mailed, the second sends it. An email changed in between gets a new code. */
function passwordlessSteps(form: HTMLFormElement, context: MountContext, calls: PasswordlessCalls): Send {
  const step = secondStep(form, context)
  let mailedTo: string | undefined
  const startOver = (): void => {
    mailedTo = undefined
    step.leave()
  }
  // A reset button leads back: the code has expired, or another one is wanted.
  unclobbered(form).addEventListener('reset', startOver, { signal: context.signal })
  return async (fields) => {
    const email = fields.credential('email').trim()
    if (email.toLowerCase() !== mailedTo) {
      const { message } = await calls.mail({ email })
      mailedTo = email.toLowerCase()
      clearFields(form, 'token')
      return { message: message ?? MAILED, unfinished: true, afterwards: step.enter }
    }
    // Mail programs show the digits in groups, and people copy them so.
    const passwordlessToken = fields.credential('token').replaceAll(/[\s-]/g, '')
    // The server allows only a few tries: a code that is too short must not cost one.
    if (passwordlessToken.length !== CODE_LENGTH_DIGITS) throw new Error(INVALID_CODE)
    const { data, message } = await calls.complete({ email, passwordlessToken }, fields)
    clearFields(form, 'token')
    return { message, redirect: data.redirect, afterwards: startOver }
  }
}

const PART = withAttribute(attributes.passwordless, 'step-2')
const CODE = withAttribute(attributes.member, 'token')

interface SecondStep {
  /** Shows the parts of the form that ask for the code and focuses the field. */
  enter: () => void
  /** As before the first submit. */
  leave: () => void
}

/** What shows once a code is on its way. Until then the browser neither checks nor sends its fields. */
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

/** Disables the fields of the second step, except those that their author disabled. */
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

/** Unless the person has moved on meanwhile. */
function focusCode(form: HTMLFormElement): void {
  const own = unclobbered(form)
  const { activeElement, body } = own.ownerDocument
  if (activeElement && activeElement !== body && !own.contains(activeElement)) return
  const field = [...own.elements].find((element) => element.matches(CODE))
  if (field instanceof HTMLElement) field.focus()
}
