import { isRecord } from '../../lib/values'
import type { MemberAuth } from '../../public'
import { type FormCaptcha, useCaptcha } from '../captcha/use-captcha'
import { CustomFieldInput } from '../custom-fields/custom-field-input'
import { readCustomFields } from '../custom-fields/read-custom-fields'
import { visibleFields } from '../custom-fields/visible-fields'
import type { ScreenProps } from '../screen'
import { Alternatives } from '../ui/alternatives'
import { Button } from '../ui/button'
import { EmailField } from '../ui/email-field'
import { Form } from '../ui/form'
import { NewPasswordField } from '../ui/new-password-field'
import { plansToJoin } from '../ui/plans-to-join'
import { readEmail } from '../ui/read-email'
import { SubmitButton } from '../ui/submit-button'
import { useForm } from '../ui/use-form'
import { usePasswordless } from '../ui/use-passwordless'
import { Honeypot } from './honeypot'
import { readSignup, type SignupInput } from './read-signup'
import { useSocialSignup } from './use-social-signup'

interface SignupFormProps extends ScreenProps<'SIGNUP'> {
  onSignup: (auth: MemberAuth) => void
}

export function SignupForm(props: SignupFormProps) {
  const { app, texts, titleId, params, notify, go } = props
  const fields = visibleFields(app)
  const passwordless = usePasswordless(app, params.passwordless, notify)
  const captcha = useCaptcha(props)
  const social = useSocialSignup({ ...props, fields, plans: plansOf(props) })
  const form = useForm({
    texts,
    notify,
    read: (data) => readSignup(data, fields, passwordless.on),
    send: (input) => {
      social.close()
      return passwordless.on ? mailCode(props, input) : signUp(props, input, captcha)
    },
  })
  const { field, busy } = form
  const first = isRecord(params.customFields) ? params.customFields : {}
  const logIn = (): void => {
    const data = form.data()
    // A variable, because login takes no custom fields: they wait for the way back.
    const typed = { email: readEmail(data), customFields: readCustomFields(data, fields).values }
    go('LOGIN', typed)
  }
  return (
    <Form form={form} titleId={titleId} focusOn={`${passwordless.on}`}>
      {fields.map((custom) => {
        const { key } = custom
        return <CustomFieldInput {...field(key)} key={key} field={custom} value={first[key]} texts={texts} />
      })}
      <EmailField {...field('email')} texts={texts} placeholder={texts.signup_email_placeholder} value={params.email} />
      {!passwordless.on && (
        <NewPasswordField
          {...field('password')}
          texts={texts}
          label={texts.password}
          placeholder={texts.signup_password_placeholder}
        />
      )}
      <Honeypot />
      {!passwordless.on && captcha.area}
      <SubmitButton texts={texts} busy={busy}>
        {passwordless.on ? texts.continue_with_email : texts.signup_button}
      </SubmitButton>
      <Button look="link" onClick={logIn}>
        {texts.already_have_an_account}
      </Button>
      <Alternatives
        {...{ app, texts, passwordless }}
        codeLabel={texts.continue_with_email}
        passwordLabel={texts.signup_with_password}
        waitingFor={social.waitingFor}
        disabled={busy}
        onChoose={(provider) => social.choose(provider, form)}
      />
    </Form>
  )
}

const plansOf = ({ params }: SignupFormProps) => plansToJoin(isRecord(params.signup) ? params.signup['plans'] : null)

async function signUp(props: SignupFormProps, input: SignupInput, captcha: FormCaptcha): Promise<void> {
  try {
    const captchaToken = await captcha.obtain()
    const { data } = await props.client.signupMemberEmailPassword(
      { ...input, plans: plansOf(props), ...(captchaToken !== undefined && { captchaToken }) },
      { includeContentGroups: true },
    )
    props.onSignup(data)
  } catch (reason) {
    captcha.reset()
    throw reason
  }
}

async function mailCode(props: SignupFormProps, { email, customFields }: SignupInput): Promise<void> {
  await props.client.sendMemberSignupPasswordlessEmail({ email })
  props.go('PASSWORDLESS_TOKEN', { email, modal: 'signup', passwordless: true, plans: plansOf(props), customFields })
}
