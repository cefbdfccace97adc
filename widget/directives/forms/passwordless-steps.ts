import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import { unclobbered } from '../../lib/dom'
import type { Answered, MemberAuth } from '../../public'
import type { MountContext } from '../directive'
import { clearFields } from './clear-fields'
import type { FormFields } from './read-fields'
import { secondStep } from './second-step'
import type { Send } from './submit-form'

/** As the modal says it. */
const NO_CODE = 'Please enter a valid code'
/** Where a server says nothing. */
const MAILED = 'A code is on its way to you.'

interface PasswordlessCalls {
  mail(params: { email: string }): Promise<{ message?: string }>
  complete(proof: { email: string; passwordlessToken: string }, fields: FormFields): Promise<Answered<MemberAuth>>
}

/**
 * Proves an address in two submits of one form: the first has a code mailed, the second sends it. An address that was
 * changed in between gets a code of its own.
 */
export function passwordlessSteps(form: HTMLFormElement, context: MountContext, calls: PasswordlessCalls): Send {
  const step = secondStep(form, context)
  let mailedTo: string | undefined
  const startOver = (): void => {
    mailedTo = undefined
    step.leave()
  }
  // A reset button is the way back: after ten minutes, or with another code.
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
    // One that is too short would cost one of the few tries.
    if (passwordlessToken.length !== CODE_LENGTH_DIGITS) throw new Error(NO_CODE)
    const { data, message } = await calls.complete({ email, passwordlessToken }, fields)
    clearFields(form, 'token')
    return { message, redirect: data.redirect, afterwards: startOver }
  }
}
