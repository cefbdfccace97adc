import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { passkeySite } from '../client/passkey-ceremony'
import { codeOf } from '../lib/errors'
import { canUsePasskeys } from '../lib/browser'
import { fillText } from '../lib/texts'
import { isRecord } from '../lib/values'
import type { MemberAuth, SecondFactorMethod } from '../public'
import { lastMethod } from '../storage/token'
import type { ScreenProps } from './screen'
import { Button } from './ui/button'
import { useCall } from './ui/use-call'

interface PasskeyLoginProps extends Pick<ScreenProps<'LOGIN'>, 'client' | 'app' | 'texts' | 'notify'> {
  form: RefObject<HTMLFormElement | null>
  /** Another call of the screen is running. */
  disabled: boolean
  onLogin: (auth: MemberAuth) => void
}

/** The button of the login screen; passkeys also appear in the autofill of its email field. */
export function PasskeyLogin({ client, app, texts, notify, form, disabled, onLogin }: PasskeyLoginProps) {
  const { busy, run } = useCall({ texts, notify })
  const isOffered = offersPasskeys(app)
  const entered = useEffectEvent(onLogin)
  // The domain that this browser has to go to.
  const [site, setSite] = useState<string | null>(null)
  useEffect(() => void passkeySite().then(setSite), [])
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('input[type="email"]')
    if (!isOffered || !field) return undefined
    const end = new AbortController()
    client._offerPasskeys(field, { signal: end.signal, onLogin: ({ data }) => entered(data) })
    return () => end.abort()
  }, [client, form, isOffered])
  if (!isOffered) return null
  const logIn = async (signal: AbortSignal): Promise<void> => {
    const { data } = await client.loginMemberPasskey({ includeContentGroups: true, signal })
    onLogin(data)
  }
  return (
    <Button
      look="secondary"
      badge={lastMethod(window) === 'passkey' && texts.last_used}
      busy={busy}
      busyLabel={texts.loading_text}
      disabled={disabled}
      onClick={() => run(logIn)}
    >
      {site === null ? texts.login_with_passkey : fillText(texts.login_at_site, { site })}
    </Button>
  )
}

export const offersPasskeys = ({ additionalAuthMethods }: ScreenProps<'LOGIN'>['app']): boolean =>
  additionalAuthMethods.passkey?.enabled === true && canUsePasskeys()

export interface SecondStep {
  challenge: string
  methods: SecondFactorMethod[]
}

const known: readonly SecondFactorMethod[] = ['passkey', 'totp', 'recovery-code']

/** The step that a refused login still needs; null for another error. */
export function secondStepOf(reason: unknown): ({ name: 'SECOND_FACTOR' | 'SECOND_FACTOR_SETUP' } & SecondStep) | null {
  const code = codeOf(reason)
  const isSetup = code === 'second-factor-setup-required'
  if ((code !== 'second-factor-required' && !isSetup) || !isRecord(reason)) return null
  const { challenge, methods } = reason
  if (typeof challenge !== 'string') return null
  const named: unknown[] = Array.isArray(methods) ? methods : []
  return {
    name: isSetup ? 'SECOND_FACTOR_SETUP' : 'SECOND_FACTOR',
    challenge,
    methods: known.filter((method) => named.includes(method)),
  }
}

/** Shows the second step of a refused login. @returns false for another error */
export function goOnWithSecondStep({ go }: Pick<ScreenProps<'LOGIN'>, 'go'>, reason: unknown): boolean {
  const step = secondStepOf(reason)
  if (!step) return false
  const { name, ...params } = step
  go(name, params)
  return true
}
