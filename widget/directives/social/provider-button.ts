import { attributes } from '../../attributes'
import { codeOf, errorText } from '../../lib/errors'
import { followRedirect, redirectOf, redirectOverrideOf } from '../../redirects'
import { takeRedirectOverride } from '../../storage/pending'
import { lastMethod } from '../../storage/token'
import { $readiness, waitUntilReady } from '../../stores/app'
import { startLoading } from '../../stores/feedback'
import { $member } from '../../stores/identity'
import type { DirectiveContext, Mount, MountContext } from '../directive'
import { isSubmitButton } from '../forms/busy-form'
import { clearFields, fieldsOf, keyOf } from '../forms/field'
import { signupExtras } from '../forms/login-forms'
import { formKind, type MountedForms, showSending } from '../forms/mount-form'
import { readFields, reportInvalid } from '../forms/read-fields'
import { type FormKind, sendForm, type Sent } from '../forms/send-form'
import { choiceOf, hasJoined } from '../plans/choice'
import { actionRunner, onPress } from '../press'
import { continueSecondStep } from '../second-step'
import type { Connections } from './connections'
import { createButtonText, managedButton } from './managed-button'
import { allowsSignup, createBusy, formOf, isManaged, modeOf, providerOf } from './provider-elements'
import { unlessClosed } from './provider-results'

/**
 * `data-ms-auth-provider`: signs up in a sign-up form, logs in in a login form, does either on its own, and connects
 * inside `data-ms-auth="manage-providers"`.
 */
export function providerButton(forms: MountedForms, connections: Connections): Mount {
  return (button, context) => {
    if (providerOf(button) === '') return undefined
    const restoreType = preventSubmitByEnter(button)
    const enter = providerLogin(button, context, forms)
    const connection = managedButton(button, context, connections)
    const restoreText = markLastUsed(button, context.window)
    const run = actionRunner(button, context)
    const addPasskey = (): void =>
      run(async () => {
        await context.client.addMemberPasskey()
      })
    onPress(button, context, () => {
      // The click depends on whether a member is logged in, so the provider's window waits for that.
      if ($member.get() === undefined && $readiness.get() === 'waiting')
        void waitUntilReady().then(() => !context.signal.aborted && button.click())
      else if (isManaged(button) && providerOf(button) === PASSKEY) addPasskey()
      else if (isManaged(button)) connection.press()
      else enter()
    })
    return () => {
      restoreText()
      connection.end()
      restoreType()
    }
  }
}

/** Shows the author's text for the method that this browser used last. @returns restores the original */
function markLastUsed(button: HTMLElement, window: Window): () => void {
  const text = button.getAttribute(attributes.authLastUsedText)
  if (!text || isManaged(button) || lastMethod(window) !== providerOf(button)) return () => {}
  const override = createButtonText(button, text, undefined)
  override.show()
  return () => override.restore()
}

/** Enter in a field presses the form's first submit button, which must not be a provider's. */
function preventSubmitByEnter(button: HTMLElement): () => void {
  if (!isSubmitButton(button) || button.type === 'image') return () => {}
  const type = button.getAttribute('type')
  button.type = 'button'
  return () => (type === null ? button.removeAttribute('type') : button.setAttribute('type', type))
}

/** @returns handles a press if the button logs in or signs up; another press focuses the open window */
function providerLogin(button: HTMLElement, context: MountContext, forms: MountedForms): () => void {
  const { window } = context
  const showBusy = createBusy(button)
  let isDone = false
  const enter = async (form: HTMLFormElement | null): Promise<void> => {
    const { kind, boxes } = (form && forms.get(form)) ?? withoutForm
    let mine = false
    const send = async (): Promise<Sent> => {
      const sent = await unlessClosed(() => askProvider({ button, form, kind, context }))
      mine = isDone = !sent.unfinished && !sent.problem
      return sent
    }
    const choice = choiceOf(form)
    await sendForm({ place: form ?? button, button, choice, send, showBusy, kind, boxes, context })
    if (mine) isDone = false
  }
  return () => {
    if (isDone) return
    const around = formOf(button)
    const form = around && forms.get(around)?.kind.joins ? around : null
    const member = $member.get()
    if (!form && member) {
      const own = [redirectOf(button), redirectOverrideOf(button), takeRedirectOverride(window)]
      followRedirect(window, ...own, member.loginRedirect)
    } else if (!form || !forms.get(form)?.kind.signsUp || !reportInvalid(form)) void enter(form)
  }
}

const withoutForm = { kind: formKind('login'), boxes: null }

/** A provider button and its form. */
interface Asking {
  button: HTMLElement
  form: HTMLFormElement | null
  kind: FormKind
  context: Pick<DirectiveContext, 'client' | 'window'>
}

/**
 * Opens a provider's window, in this task. Signs up in a sign-up form, logs in elsewhere; without a form it does
 * either.
 */
async function askProvider({ button, form, kind, context }: Asking): Promise<Sent> {
  const { client, window } = context
  if (providerOf(button) === PASSKEY) return logInWithPasskey(context)
  const params = { provider: providerOf(button), ...modeOf(button) }
  const extras = form && kind.signsUp ? signupExtras(form, window, readFields(form)) : null
  try {
    const { data, message } = extras
      ? await client.signupWithProvider({ ...params, ...extras })
      : await client.loginWithProvider({ ...params, ...(form ? allowsSignup(form, button) : { allowSignup: true }) })
    if (form) clearFields(form, 'password', 'confirm-password')
    return {
      message,
      redirect: data.redirect,
      isNew: extras !== null && hasJoined(data.member, extras.plans?.map(({ planId }) => planId) ?? []),
      afterwards: form ? showSending(form) : startLoading(),
    }
  } catch (error) {
    const continued = await continueSecondStep(context, error)
    if (continued) return continued
    // This login form can take email and password instead.
    if (codeOf(error) !== 'use-email-login' || !form || extras) throw error
    return { problem: errorText(error), afterwards: () => focusCredentials(form) }
  }
}

/** The value of `data-ms-auth-provider` that needs no provider. */
const PASSKEY = 'passkey'

async function logInWithPasskey({ client }: Asking['context']): Promise<Sent> {
  const { data, message } = await client.loginMemberPasskey({ includeContentGroups: true })
  return { message, redirect: data.redirect }
}

function focusCredentials(form: HTMLFormElement): void {
  const fields = fieldsOf(form).filter((field) => /^(email|password)$/.test(keyOf(field)))
  const field = fields.find(({ value }) => value === '') ?? fields.at(-1)
  field?.focus()
}
