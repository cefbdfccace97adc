import { unknownError } from '../../../contract/browser-errors'
import { socialErrors } from '../../../contract/social-errors'
import type { ProviderResult } from '../../client/login-from-url'
import { continueWithProvider, providerName, requiredProvider } from '../../client/social'
import { codeOf, errorText } from '../../lib/errors'
import { untilPageRestored } from '../../lib/page-lifecycle'
import { followRedirect } from '../../redirects'
import { takeRedirectOverride } from '../../storage/pending'
import { waitUntilReady } from '../../stores/app'
import { startLoading } from '../../stores/feedback'
import type { PendingFlow } from '../../stores/pending-flow'
import type { DirectiveContext, MountContext } from '../directive'
import type { Sent } from '../forms/send-form'
import { afterJoining } from '../plans/carry-out'
import { actionRunner } from '../press'
import { continueSecondStep } from '../second-step'
import { formOf, modeOf, PROVIDER, providerOf } from './provider-elements'
import { errorTextOf, pageText } from '../../stores/texts'

type Context = Pick<DirectiveContext, 'client' | 'window'>

/** A provider window that the person closes ends without a message. */
export async function unlessClosed(ask: () => Promise<Sent>): Promise<Sent> {
  try {
    return await ask()
  } catch (error) {
    if (codeOf(error) === 'popup-closed') return { unfinished: true }
    throw error
  }
}

/** @returns handles a press that disconnects a provider. The server keeps the last login method and explains why. */
export function disconnecting(element: HTMLElement, context: MountContext): (provider: string) => void {
  const run = actionRunner(element, context)
  return (provider) =>
    run(async () => {
      const { message } = await context.client.disconnectProvider({ provider })
      context.client._showMessage(message ?? pageText('changes_saved_message'))
    })
}

/**
 * Continues a login form with the provider that the server names, because the account has no password. If the browser
 * blocks the window this long after the click, the provider's button is focused.
 */
export async function continueFormWithProvider(
  form: HTMLFormElement,
  { client, document }: Pick<DirectiveContext, 'client' | 'document'>,
  refusal: unknown,
): Promise<Sent> {
  const key = requiredProvider(refusal)
  const button = [...document.querySelectorAll<HTMLElement>(PROVIDER)].find(
    (one) => formOf(one) === form && providerOf(one) === key,
  )
  try {
    return await unlessClosed(async () => {
      const { data, message } = await continueWithProvider(client, refusal, modeOf(button ?? form))
      return { message, redirect: data.redirect }
    })
  } catch (error) {
    if (error !== refusal || key === null) throw error
    return {
      problem: pageText('provider_login_message', { provider: providerName(key) }),
      afterwards: () => button?.focus(),
    }
  }
}

/**
 * After a return from a provider's full page: finishes what the form, button or modal started there, or shows the
 * error. A script of the page that went there continues on its own.
 */
export async function afterProviderReturn(
  context: Context,
  pending: PendingFlow,
  result: ProviderResult,
): Promise<void> {
  const { client } = context
  await waitUntilReady()
  if ('error' in result) {
    const sent = await continueSecondStep(context, result.error).catch(() => null)
    if (sent) followRedirect(context.window, pending.redirect, takeRedirectOverride(context.window), sent.redirect)
    else client._showMessage(problemOf(result.error), true)
    return
  }
  const { flow, redirect, message } = result
  const isJoining = flow !== 'connect' && pending.redirect !== undefined
  const text = isJoining
    ? await finishJoining(context, flow === 'signup', [pending.redirect, redirect], message)
    : message
  if (text) client._showMessage(text)
}

/** @returns a message for the person */
async function finishJoining(
  { client, window }: Context,
  isNew: boolean,
  [own, fromServer]: readonly (string | null | undefined)[],
  message: string | undefined,
): Promise<string | undefined> {
  const end = startLoading()
  const targets = [own, takeRedirectOverride(window), fromServer]
  const outcome = await afterJoining({ client, window }, null, isNew, targets)
  const isLeft = outcome.leaves || (!outcome.stays && followRedirect(window, ...targets, outcome.redirect))
  if (isLeft) void untilPageRestored(window).then(end)
  else end()
  if (outcome.stays) return undefined
  const text = outcome.message ?? message
  if (isLeft || outcome.problemShown) return text
  return text ?? pageText(isNew ? 'signup_success_message' : 'login_success_message')
}

/** An error in the URL is only a code: anyone could put a text there. */
function problemOf(error: unknown): string {
  if (typeof error !== 'string') return errorText(error)
  const known = Object.entries(socialErrors).find(([code]) => code === error)
  return errorTextOf(known?.[0] ?? 'unknown-error', known?.[1].message ?? unknownError.message)
}
