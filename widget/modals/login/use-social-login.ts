import { useState } from 'react'
import { continueWithProvider, requiredProvider } from '../../client/social'
import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { MemberAuth } from '../../public'
import type { ScreenProps } from '../screen'
import { fillText } from '../texts/fill-text'
import { nameOf } from '../ui/offered-providers'
import { type ProviderCall, type ProviderWindow, useProviderWindow } from '../ui/use-provider-window'

type SocialLoginOptions = Pick<ScreenProps<'LOGIN'>, 'client' | 'app' | 'texts' | 'notify' | 'params'> & {
  onLogin: (auth: MemberAuth) => void
}

export interface SocialLogin extends Pick<ProviderWindow, 'waitingFor' | 'close'> {
  /** Key of the provider whose button is the one to press. */
  marked: string | null
  /** Changes when the person is sent back to the fields: their account is one of those. */
  byEmail: number
  choose: (provider: string) => void
  /** A login by password was refused because the account has a provider instead: goes on with that one. */
  followTold: (refusal: unknown, provider: string) => void
}

/** Logging in with a provider: by its button, or because a login by password came upon such an account. */
export function useSocialLogin({ client, app, texts, notify, params, onLogin }: SocialLoginOptions): SocialLogin {
  const [marked, setMarked] = useState<string | null>(null)
  const [byEmail, setByEmail] = useState(0)
  const refuse = (reason: unknown): void => {
    if (isRecord(reason) && reason['code'] === 'use-email-login') setByEmail(byEmail + 1)
    const told = app.authProviders.find(({ provider }) => provider === requiredProvider(reason))
    if (told) setMarked(told.provider)
    const text = told ? fillText(texts.use_provider_message, { provider: nameOf(told) }) : errorText(reason)
    notify({ text, isError: true })
  }
  const { open, ...rest } = useProviderWindow({ texts, notify, refuse })
  const logIn = (provider: string, ask: (call: ProviderCall) => ReturnType<typeof client.loginWithProvider>): void => {
    setMarked(null)
    open(provider, (call) => ask(call).then(({ data }) => onLogin(data)))
  }
  return {
    ...rest,
    marked,
    byEmail,
    choose: (provider) =>
      logIn(provider, (call) => client.loginWithProvider({ ...call, allowSignup: params.allowSignup === true })),
    followTold(refusal, provider) {
      logIn(provider, ({ signal }) => continueWithProvider(client, refusal, { signal }))
      notify({ text: errorText(refusal), isError: false })
    },
  }
}
