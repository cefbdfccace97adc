import { errorText } from '../../lib/errors'
import { followRedirect, redirectOf, redirectOverrideOf } from '../../redirects'
import { takeRedirectOverride } from '../../storage/pending'
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
import { codeOf } from '../plans/carry-out'
import { choiceOf, hasJoined } from '../plans/choice'
import { onPress } from '../press'
import type { Connections } from './connections'
import { managedButton } from './managed-button'
import { createBusy, formOf, isManaged, modeOf, providerOf } from './provider-elements'
import { unlessClosed } from './provider-results'

/**
 * `data-ms-auth-provider`: signs up in a signup form, logs in in a login form, does either alone, and connects inside
 * `data-ms-auth="manage-providers"`.
 */
export function providerButton(forms: MountedForms, connections: Connections): Mount {
  return (button, context) => {
    if (providerOf(button) === '') return undefined
    const restoreType = preventSubmitByEnter(button)
    const enter = providerLogin(button, context, forms)
    const connection = managedButton(button, context, connections)
    onPress(button, context, () => {
      // Whether somebody is logged in decides what the click does; the provider's window waits for that.
      if ($member.get() === undefined && $readiness.get() === 'waiting')
        void waitUntilReady().then(() => !context.signal.aborted && button.click())
      else if (isManaged(button)) connection.press()
      else enter()
    })
    return () => {
      connection.end()
      restoreType()
    }
  }
}

/** Enter in a field presses the form's first submit button: a provider's must not be it. */
function preventSubmitByEnter(button: HTMLElement): () => void {
  if (!isSubmitButton(button) || button.type === 'image') return () => {}
  const type = button.getAttribute('type')
  button.type = 'button'
  return () => (type === null ? button.removeAttribute('type') : button.setAttribute('type', type))
}

/** @returns handles a press where the button logs in or signs up; another press focuses the open window */
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

/** A provider's button, and the form that it works for. */
interface Asking {
  button: HTMLElement
  form: HTMLFormElement | null
  kind: FormKind
  context: Pick<DirectiveContext, 'client' | 'window'>
}

/** Opens a provider's window, in this task. Signs up in a signup form, logs in elsewhere; without a form it does either. */
async function askProvider({ button, form, kind, context }: Asking): Promise<Sent> {
  const { client, window } = context
  const params = { provider: providerOf(button), ...modeOf(button) }
  const extras = form && kind.signsUp ? signupExtras(form, window, readFields(form)) : null
  try {
    const { data, message } = extras
      ? await client.signupWithProvider({ ...params, ...extras })
      : await client.loginWithProvider({ ...params, ...(!form && { allowSignup: true }) })
    if (form) clearFields(form, 'password', 'confirm-password')
    return {
      message,
      redirect: data.redirect,
      isNew: extras !== null && hasJoined(data.member, extras.plans?.map(({ planId }) => planId) ?? []),
      afterwards: form ? showSending(form) : startLoading(),
    }
  } catch (error) {
    // This login form can take the email and password instead.
    if (codeOf(error) !== 'use-email-login' || !form || extras) throw error
    return { problem: errorText(error), afterwards: () => focusCredentials(form) }
  }
}

function focusCredentials(form: HTMLFormElement): void {
  const fields = fieldsOf(form).filter((field) => /^(email|password)$/.test(keyOf(field)))
  const field = fields.find(({ value }) => value === '') ?? fields.at(-1)
  field?.focus()
}
