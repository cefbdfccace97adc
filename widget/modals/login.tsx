import { useState } from 'react'
import { PASSWORDLESS_CODE_LIFETIME_MINUTES, RESET_CODE_LIFETIME_MINUTES } from '../../contract/limits'
import { continueWithProvider, requiredProvider } from '../client/social'
import { errorText } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { MemberAuth } from '../public'
import { goOnWithSecondStep, PasskeyLogin } from './passkey-login'
import { $member } from '../stores/identity'
import type { ScreenProps } from './screen'
import { fillText } from '../lib/texts'
import { Button, SubmitButton } from './ui/button'
import { EmailField, PasswordField } from './ui/field'
import { type FieldErrors, Form, type FormState, isEmail, readEmail, textOf, useForm } from './ui/form'
import { Heading, Logo, WithEmail } from './ui/heading'
import {
  MethodSwitch,
  nameOf,
  type ProviderCall,
  type ProviderWindow,
  SocialSection,
  usePasswordless,
  useProviderWindow,
} from './ui/social'
import { Welcome } from './ui/status'

/** Login with a password or an emailed code (seed 001 section 2, modal 1). */
export function LoginScreen(props: ScreenProps<'LOGIN'>) {
  return (
    <Welcome {...props}>
      {(onDone) => (
        <>
          <Logo app={props.app} />
          <Heading id={props.titleId}>{props.texts.login_to_your_account}</Heading>
          <LoginForm {...props} onLogin={(data, message) => onDone({ type: 'LOGIN', data }, message)} />
        </>
      )}
    </Welcome>
  )
}

interface EmailProps extends ReturnType<FormState['field']> {
  texts: LoginFormProps['texts']
  value: LoginFormProps['params']['email']
}

const Email = (props: EmailProps) => <EmailField {...props} placeholder={props.texts.login_email_placeholder} />

interface PasswordProps extends ReturnType<FormState['field']> {
  texts: LoginFormProps['texts']
  onForgotten: () => void
}

const Password = ({ texts, onForgotten, ...field }: PasswordProps) => (
  <PasswordField
    {...{ texts, ...field }}
    label={texts.password}
    placeholder={texts.login_password_placeholder}
    autoComplete="current-password"
    aside={
      <Button look="link" onClick={onForgotten}>
        {texts.forgot_password}
      </Button>
    }
  />
)

interface LoginFormProps extends ScreenProps<'LOGIN'> {
  /** @param message of the server, such as an advice */
  onLogin: (auth: MemberAuth, message?: string) => void
}

function LoginForm(props: LoginFormProps) {
  const { app, texts, titleId, params, notify, go } = props
  const passwordless = usePasswordless(app, params.passwordless, notify)
  const social = useSocialLogin(props)
  const form = useForm({
    texts,
    notify,
    read: (data) => readLogin(data, passwordless.on),
    send: (input, signal) => {
      social.close()
      return passwordless.on ? mailCode(props, input, signal) : logIn(props, input, social, signal)
    },
  })
  const { field, busy } = form
  const typed = (): { email: string } => ({ email: readEmail(form.data()) })
  return (
    <Form form={form} titleId={titleId} focusOn={`${passwordless.on} ${social.emailLogins}`} draft="LOGIN">
      <LoggedInAs text={texts.logged_in_as} />
      <SocialSection
        {...{ app, texts }}
        waitingFor={social.waitingFor}
        marked={social.marked}
        disabled={busy}
        isAlone={passwordless.none}
        onChoose={social.choose}
      />
      {!passwordless.none && <Email {...field('email')} texts={texts} value={params.email} />}
      {!passwordless.on && !passwordless.none && (
        <Password {...field('password')} texts={texts} onForgotten={() => go('FORGOT_PASSWORD', typed())} />
      )}
      {!passwordless.none && (
        <SubmitButton texts={texts} busy={busy}>
          {passwordless.on ? texts.continue_with_email : texts.login}
        </SubmitButton>
      )}
      <PasskeyLogin {...props} form={form.element} disabled={busy} />
      <MethodSwitch
        {...{ texts, passwordless }}
        codeLabel={texts.login_with_email}
        passwordLabel={texts.login_with_password}
      />
      <Button look="link" onClick={() => go('SIGNUP', typed())}>
        {texts.dont_have_an_account}
      </Button>
    </Form>
  )
}

/** Already logged in, such as in another tab: the form is for another account. */
function LoggedInAs({ text }: { text: string }) {
  const [member] = useState(() => $member.get())
  return (
    member && (
      <p className="muted">
        <WithEmail text={text} email={member.auth.email} />
      </p>
    )
  )
}

async function logIn(
  props: LoginFormProps,
  input: LoginInput,
  social: SocialLogin,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { data, message } = await props.client.loginMemberEmailPassword(input, { includeContentGroups: true, signal })
    props.onLogin(data, message)
  } catch (reason) {
    if (goOnWithSecondStep(props, reason)) return
    const provider = requiredProvider(reason)
    if (provider !== null) return social.continueRefused(reason, provider)
    if (!isRecord(reason) || reason['code'] !== 'no-password-set') throw reason
    await setFirstPassword(props, input, signal)
  }
}

/** An account created with an emailed code or a provider gets its first password through the reset flow. */
async function setFirstPassword(
  { client, texts, go, notify }: LoginFormProps,
  { email }: LoginInput,
  signal: AbortSignal,
): Promise<void> {
  await client.sendMemberResetPasswordEmail({ email }, { signal })
  signal.throwIfAborted()
  go('RESET_PASSWORD', { email }, RESET_CODE_LIFETIME_MINUTES)
  notify({ text: texts.first_password_message, isError: false })
}

async function mailCode({ client, go }: LoginFormProps, { email }: LoginInput, signal: AbortSignal): Promise<void> {
  await client.sendMemberLoginPasswordlessEmail({ email }, { signal })
  signal.throwIfAborted()
  const params = { email, modal: 'login', passwordless: true } as const
  go('PASSWORDLESS_TOKEN', params, PASSWORDLESS_CODE_LIFETIME_MINUTES)
}

interface LoginInput {
  email: string
  /** Empty with an emailed code. */
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
  /** Key of the provider whose button is highlighted. */
  marked: string | null
  /** Incremented when a provider login fails because the account uses email, to return the focus to the fields. */
  emailLogins: number
  choose: (provider: string) => void
  /** Continues a password login that was rejected because the account uses a provider. */
  continueRefused: (refusal: unknown, provider: string) => void
}

/** Login with a provider: with its button, or after a rejected password login. */
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
      openFor(provider, (call) =>
        client.loginWithProvider({
          ...call,
          ...(typeof params.allowSignup === 'boolean' && { allowSignup: params.allowSignup }),
        }),
      ),
    continueRefused(refusal, provider) {
      openFor(provider, ({ signal }) => continueWithProvider(client, refusal, { signal }))
      notify({ text: errorText(refusal), isError: false })
    },
  }
}
