import { useState } from 'react'
import { continueWithProvider, requiredProvider } from '../client/social'
import { errorText } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { MemberAuth } from '../public'
import type { ScreenProps } from './screen'
import { fillText } from './texts/texts'
import { Button, SubmitButton } from './ui/button'
import { EmailField, PasswordField } from './ui/field'
import { type FieldErrors, Form, isEmail, readEmail, textOf, useForm } from './ui/form'
import { Heading, Logo } from './ui/heading'
import {
  Alternatives,
  nameOf,
  type ProviderCall,
  type ProviderWindow,
  usePasswordless,
  useProviderWindow,
} from './ui/social'
import { Welcome } from './ui/welcome'

/** Login by password or by mailed code (seed 001 section 2, modal 1). */
export function LoginScreen(props: ScreenProps<'LOGIN'>) {
  return (
    <Welcome {...props}>
      {(onDone) => (
        <>
          <Logo app={props.app} />
          <Heading id={props.titleId}>{props.texts.login_to_your_account}</Heading>
          <LoginForm {...props} onLogin={(data) => onDone({ type: 'LOGIN', data })} />
        </>
      )}
    </Welcome>
  )
}

interface LoginFormProps extends ScreenProps<'LOGIN'> {
  onLogin: (auth: MemberAuth) => void
}

function LoginForm(props: LoginFormProps) {
  const { app, texts, titleId, params, notify, go } = props
  const passwordless = usePasswordless(app, params.passwordless, notify)
  const social = useSocialLogin(props)
  const form = useForm({
    texts,
    notify,
    read: (data) => readLogin(data, passwordless.on),
    send: (input) => {
      social.close()
      return passwordless.on ? mailCode(props, input) : logIn(props, input, social)
    },
  })
  const { field, busy } = form
  const typed = (): { email: string } => ({ email: readEmail(form.data()) })
  return (
    <Form form={form} titleId={titleId} focusOn={`${passwordless.on} ${social.emailLogins}`}>
      <EmailField {...field('email')} texts={texts} placeholder={texts.login_email_placeholder} value={params.email} />
      {!passwordless.on && (
        <>
          <PasswordField
            {...field('password')}
            label={texts.password}
            placeholder={texts.login_password_placeholder}
            autoComplete="current-password"
            showLabel={texts.show_password}
            hideLabel={texts.hide_password}
          />
          <Button look="link" onClick={() => go('FORGOT_PASSWORD', typed())}>
            {texts.forgot_password}
          </Button>
        </>
      )}
      <SubmitButton texts={texts} busy={busy}>
        {passwordless.on ? texts.continue_with_email : texts.login}
      </SubmitButton>
      <Alternatives
        {...{ app, texts, passwordless }}
        codeLabel={texts.login_with_email}
        passwordLabel={texts.login_with_password}
        waitingFor={social.waitingFor}
        marked={social.marked}
        disabled={busy}
        onChoose={social.choose}
      />
      <Button look="link" onClick={() => go('SIGNUP', typed())}>
        {texts.dont_have_an_account}
      </Button>
    </Form>
  )
}

async function logIn(props: LoginFormProps, input: LoginInput, social: SocialLogin): Promise<void> {
  try {
    const { data } = await props.client.loginMemberEmailPassword(input, { includeContentGroups: true })
    props.onLogin(data)
  } catch (reason) {
    const provider = requiredProvider(reason)
    if (provider !== null) return social.continueRefused(reason, provider)
    if (!isRecord(reason) || reason['code'] !== 'no-password-set') throw reason
    await setFirstPassword(props, input, reason)
  }
}

/** An account made by a mailed code or a provider gets its first password by the flow for a lost one. */
async function setFirstPassword({ client, texts, go, notify }: LoginFormProps, { email }: LoginInput, reason: unknown) {
  await client.sendMemberResetPasswordEmail({ email })
  go('RESET_PASSWORD', { email })
  notify({ text: `${errorText(reason)} ${texts.code_sent_message}`, isError: false })
}

async function mailCode({ client, go }: LoginFormProps, { email }: LoginInput): Promise<void> {
  await client.sendMemberLoginPasswordlessEmail({ email })
  go('PASSWORDLESS_TOKEN', { email, modal: 'login', passwordless: true })
}

interface LoginInput {
  email: string
  /** Empty with a mailed code. */
  password: string
}

/** A password keeps its spaces. */
export function readLogin(data: FormData, passwordless = false): { input: LoginInput; errors: FieldErrors } {
  const input = { email: readEmail(data), password: textOf(data, 'password') }
  const errors: FieldErrors = {
    ...(!isEmail(input.email) && { email: 'email_error_message' }),
    ...(!passwordless && !input.password && { password: 'password_error_message' }),
  }
  return { input, errors }
}

type SocialLoginOptions = Pick<ScreenProps<'LOGIN'>, 'client' | 'app' | 'texts' | 'notify' | 'params'> & {
  onLogin: (auth: MemberAuth) => void
}

interface SocialLogin extends Pick<ProviderWindow, 'waitingFor' | 'close'> {
  /** Key of the provider whose button the person should press. */
  marked: string | null
  /** Grows when a provider login fails because the account uses email: the focus then returns to the fields. */
  emailLogins: number
  choose: (provider: string) => void
  /** Continues a password login that was refused because the account uses a provider. */
  continueRefused: (refusal: unknown, provider: string) => void
}

/** Logging in with a provider: by its button, or after a refused password login. */
function useSocialLogin({ client, app, texts, notify, params, onLogin }: SocialLoginOptions): SocialLogin {
  const [marked, setMarked] = useState<string | null>(null)
  const [emailLogins, setEmailLogins] = useState(0)
  const showError = (reason: unknown): void => {
    if (isRecord(reason) && reason['code'] === 'use-email-login') setEmailLogins(emailLogins + 1)
    const required = app.authProviders.find(({ provider }) => provider === requiredProvider(reason))
    if (required) setMarked(required.provider)
    const text = required ? fillText(texts.use_provider_message, { provider: nameOf(required) }) : errorText(reason)
    notify({ text, isError: true })
  }
  const { open, ...rest } = useProviderWindow({ texts, notify, onError: showError })
  const openFor = (
    provider: string,
    method: (call: ProviderCall) => ReturnType<typeof client.loginWithProvider>,
  ): void => {
    setMarked(null)
    open(provider, (call) => method(call).then(({ data }) => onLogin(data)))
  }
  return {
    ...rest,
    marked,
    emailLogins,
    choose: (provider) =>
      openFor(provider, (call) => client.loginWithProvider({ ...call, allowSignup: params.allowSignup === true })),
    continueRefused(refusal, provider) {
      openFor(provider, ({ signal }) => continueWithProvider(client, refusal, { signal }))
      notify({ text: errorText(refusal), isError: false })
    },
  }
}
