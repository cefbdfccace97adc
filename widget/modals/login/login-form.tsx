import { requiredProvider } from '../../client/social'
import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { MemberAuth } from '../../public'
import type { ScreenProps } from '../screen'
import { Alternatives } from '../ui/alternatives'
import { Button } from '../ui/button'
import { EmailField } from '../ui/email-field'
import { Form } from '../ui/form'
import { PasswordField } from '../ui/password-field'
import { readEmail } from '../ui/read-email'
import { SubmitButton } from '../ui/submit-button'
import { useForm } from '../ui/use-form'
import { usePasswordless } from '../ui/use-passwordless'
import { type LoginInput, readLogin } from './read-login'
import { type SocialLogin, useSocialLogin } from './use-social-login'

interface LoginFormProps extends ScreenProps<'LOGIN'> {
  onLogin: (auth: MemberAuth) => void
}

export function LoginForm(props: LoginFormProps) {
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
    <Form form={form} titleId={titleId} focusOn={`${passwordless.on} ${social.byEmail}`}>
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
    if (provider !== null) return social.followTold(reason, provider)
    if (!isRecord(reason) || reason['code'] !== 'no-password-set') throw reason
    await setFirstPassword(props, input, reason)
  }
}

/** An account that was made by mailed code or by a provider gets its first password as a lost one is replaced. */
async function setFirstPassword({ client, texts, go, notify }: LoginFormProps, { email }: LoginInput, reason: unknown) {
  await client.sendMemberResetPasswordEmail({ email })
  go('RESET_PASSWORD', { email })
  notify({ text: `${errorText(reason)} ${texts.code_sent_message}`, isError: false })
}

async function mailCode({ client, go }: LoginFormProps, { email }: LoginInput): Promise<void> {
  await client.sendMemberLoginPasswordlessEmail({ email })
  go('PASSWORDLESS_TOKEN', { email, modal: 'login', passwordless: true })
}
