import { continueWithProvider, providerName, requiredProvider } from '../../client/social'
import type { DirectiveContext } from '../directive'
import type { Sent } from '../forms/send-form'
import { formOf, PROVIDER, providerOf, wayOf } from './provider-of'
import { unlessClosed } from './unless-closed'

/**
 * A login form whose password was refused because the account has none goes on with the provider that the refusal
 * names. A browser that blocks the window so long after the click leaves the person its button.
 */
export async function goOnAsTold(
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
      const { data, message } = await continueWithProvider(client, refusal, wayOf(button ?? form))
      return { message, redirect: data.redirect }
    })
  } catch (error) {
    if (error !== refusal || key === null) throw error
    return {
      problem: `This account has no password. Please log in with ${providerName(key)}.`,
      afterwards: () => button?.focus(),
    }
  }
}
