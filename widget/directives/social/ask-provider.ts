import { errorText } from '../../lib/errors'
import { startLoading } from '../../stores/feedback'
import type { DirectiveContext } from '../directive'
import { clearFields } from '../forms/clear-fields'
import { fieldsOf, keyOf } from '../forms/fields/field'
import type { FormKind } from '../forms/form-kind'
import { joining } from '../forms/joining'
import { readFields } from '../forms/read-fields'
import type { Sent } from '../forms/send-form'
import { showSending } from '../forms/submit-form'
import { hasJoined } from '../plans/after-joining'
import { codeOf } from '../plans/carry-out'
import { providerOf, wayOf } from './provider-of'

/** A button of a provider, and the form that it works for. */
interface Asking {
  button: HTMLElement
  form: HTMLFormElement | null
  kind: FormKind
  context: Pick<DirectiveContext, 'client' | 'window'>
}

/** Opens a provider's window, in this turn: signs up in a signup form, logs in elsewhere, without a form a new member too. */
export async function askProvider({ button, form, kind, context }: Asking): Promise<Sent> {
  const { client, window } = context
  const params = { provider: providerOf(button), ...wayOf(button) }
  const wish = form && kind.signsUp ? joining(form, window, readFields(form)) : null
  try {
    const { data, message } = wish
      ? await client.signupWithProvider({ ...params, ...wish })
      : await client.loginWithProvider({ ...params, ...(!form && { allowSignup: true }) })
    if (form) clearFields(form, 'password', 'confirm-password')
    return {
      message,
      redirect: data.redirect,
      isNew: wish !== null && hasJoined(data.member, wish.plans?.map(({ planId }) => planId) ?? []),
      afterwards: form ? showSending(form) : startLoading(),
    }
  } catch (error) {
    // It can be done in this very form.
    if (codeOf(error) !== 'use-email-login' || !form || wish) throw error
    return { problem: errorText(error), afterwards: () => focusProof(form) }
  }
}

function focusProof(form: HTMLFormElement): void {
  const fields = fieldsOf(form).filter((field) => /^(email|password)$/.test(keyOf(field)))
  const field = fields.find(({ value }) => value === '') ?? fields.at(-1)
  field?.focus()
}
