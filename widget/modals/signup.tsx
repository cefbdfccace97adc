import type { CustomField, CustomFieldValue } from '../../contract/entities'
import {
  PASSWORD_MIN_CHARS,
  PASSWORDLESS_CODE_LIFETIME_MINUTES,
  PLAN_ID_PREFIX,
  PLANS_PER_SIGNUP_MAX,
} from '../../contract/limits'
import { isRecord } from '../lib/values'
import type { MemberAuth } from '../public'
import { CustomFieldInputs, readCustomFields, visibleFields } from './custom-fields'
import type { ScreenProps } from './screen'
import { Button, SubmitButton } from './ui/button'
import { type FormCaptcha, useCaptcha } from './ui/captcha'
import { EmailField, NewPasswordField } from './ui/field'
import { type FieldErrors, Form, type FormState, isEmail, readEmail, textOf, useForm } from './ui/form'
import { Heading, Logo } from './ui/heading'
import {
  MethodSwitch,
  type Passwordless,
  type ProviderCall,
  type ProviderWindow,
  SocialSection,
  usePasswordless,
  useProviderWindow,
} from './ui/social'
import { Welcome } from './ui/status'

/** Creates an account with a password or an emailed code (seed 001 section 2, modal 2). */
export function SignupScreen(props: ScreenProps<'SIGNUP'>) {
  return (
    <Welcome {...props}>
      {(onDone) => (
        <>
          <Logo app={props.app} />
          <Heading id={props.titleId}>{props.texts.create_an_account}</Heading>
          <SignupForm {...props} onSignup={(data) => onDone({ type: 'SIGNUP', data })} />
        </>
      )}
    </Welcome>
  )
}

interface SignupFormProps extends ScreenProps<'SIGNUP'> {
  onSignup: (auth: MemberAuth) => void
}

function SignupForm(props: SignupFormProps) {
  const { app, texts, titleId, params, notify } = props
  const fields = visibleFields(app)
  const passwordless = usePasswordless(app, params.passwordless, notify)
  const captcha = useCaptcha(props)
  const social = useSocialSignup({ ...props, fields, plans: plansOf(props) })
  const form = useForm({
    texts,
    notify,
    read: (data) => readSignup(data, fields, passwordless.on),
    send: (input, signal) => {
      social.close()
      const sent = passwordless.on ? mailCode(props, input, signal) : signUp(props, input, captcha, signal)
      return sent.catch(refuse)
    },
  })
  const { field, busy } = form
  const withPassword = !passwordless.on && !passwordless.none
  /** A taken email is said once: beside its field, with a link to the login. */
  function refuse(reason: unknown): void {
    if (!isRecord(reason) || reason['code'] !== 'email-already-in-use') throw reason
    form.accepts({ email: 'email_taken_message' })
  }
  const given = isRecord(params.customFields) ? params.customFields : {}
  const logIn = (): void => goToLogin(props, form.data(), fields)
  return (
    <Form form={form} titleId={titleId} focusOn={`${passwordless.on}`} draft="SIGNUP">
      <SocialSection
        {...{ app, texts }}
        waitingFor={social.waitingFor}
        disabled={busy}
        isAlone={passwordless.none && fields.length === 0}
        onChoose={(provider) => social.choose(provider, form)}
      />
      {!passwordless.none && <Email {...field('email')} texts={texts} value={params.email} onLogIn={logIn} />}
      {withPassword && <Password {...field('password')} texts={texts} />}
      <CustomFieldInputs {...{ fields, texts, field }} values={given} />
      <Honeypot />
      {withPassword && captcha.area}
      <Submit {...{ texts, passwordless, busy }} />
      <LinkButton text={texts.already_have_an_account} onClick={logIn} />
    </Form>
  )
}

/** Takes the custom fields along for the way back, although they are no parameters of LOGIN. */
function goToLogin({ go }: SignupFormProps, data: FormData, fields: readonly CustomField[]): void {
  go('LOGIN', Object.assign({ customFields: readCustomFields(data, fields).values }, { email: readEmail(data) }))
}

interface EmailProps extends ReturnType<FormState['field']> {
  texts: SignupFormProps['texts']
  value: SignupFormProps['params']['email']
  onLogIn: () => void
}

/** With a link to the login if the email belongs to an account. */
const Email = ({ texts, value, onLogIn, ...field }: EmailProps) => (
  <>
    <EmailField {...field} texts={texts} placeholder={texts.signup_email_placeholder} value={value} />
    {field.error === texts.email_taken_message && <LinkButton text={texts.login} onClick={onLogIn} />}
  </>
)

interface SubmitProps extends Pick<SignupFormProps, 'texts'> {
  passwordless: Passwordless
  busy: boolean
}

/** Sends the form, and switches to the other method. */
const Submit = ({ texts, passwordless, busy }: SubmitProps) => (
  <>
    {!passwordless.none && (
      <SubmitButton texts={texts} busy={busy}>
        {passwordless.on ? texts.continue_with_email : texts.signup_button}
      </SubmitButton>
    )}
    <MethodSwitch
      {...{ texts, passwordless }}
      codeLabel={texts.continue_with_email}
      passwordLabel={texts.signup_with_password}
    />
  </>
)

interface PasswordProps extends ReturnType<FormState['field']> {
  texts: SignupFormProps['texts']
}

const Password = ({ texts, ...field }: PasswordProps) => (
  <NewPasswordField {...field} texts={texts} label={texts.password} placeholder={texts.signup_password_placeholder} />
)

const LinkButton = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <Button look="link" onClick={onClick}>
    {text}
  </Button>
)

const plansOf = ({ params }: SignupFormProps) => plansToJoin(isRecord(params.signup) ? params.signup['plans'] : null)

async function signUp(
  props: SignupFormProps,
  input: SignupInput,
  captcha: FormCaptcha,
  signal: AbortSignal,
): Promise<void> {
  try {
    const captchaToken = await captcha.obtain()
    const { data } = await props.client.signupMemberEmailPassword(
      { ...input, plans: plansOf(props), ...(captchaToken !== undefined && { captchaToken }) },
      { includeContentGroups: true, signal },
    )
    props.onSignup(data)
  } catch (reason) {
    captcha.reset()
    throw reason
  }
}

async function mailCode(
  props: SignupFormProps,
  { email, customFields }: SignupInput,
  signal: AbortSignal,
): Promise<void> {
  await props.client.sendMemberSignupPasswordlessEmail({ email }, { signal })
  signal.throwIfAborted()
  const params = { email, modal: 'signup', passwordless: true, plans: plansOf(props), customFields } as const
  props.go('PASSWORDLESS_TOKEN', params, PASSWORDLESS_CODE_LIFETIME_MINUTES)
}

interface SignupInput {
  email: string
  /** Empty with an emailed code. */
  password: string
  customFields: Record<string, CustomFieldValue>
}

/** The form's values; null if a bot filled it in. */
function readSignup(
  data: FormData,
  fields: readonly CustomField[],
  passwordless: boolean,
): { input: SignupInput; errors: FieldErrors } | null {
  if (textOf(data, HONEYPOT_NAME)) return null
  const { values, errors } = readCustomFields(data, fields)
  const input = { email: readEmail(data), password: textOf(data, 'password'), customFields: values }
  return {
    input,
    errors: {
      ...errors,
      email: !isEmail(input.email) && 'email_error_message',
      password: !passwordless && input.password.length < PASSWORD_MIN_CHARS && 'new_password_error_message',
    },
  }
}

interface SocialSignupOptions extends Pick<ScreenProps<'SIGNUP'>, 'client' | 'texts' | 'notify'> {
  fields: readonly CustomField[]
  plans: { planId: string }[]
  onSignup: (auth: MemberAuth) => void
}

interface SocialSignup extends Pick<ProviderWindow, 'waitingFor' | 'close'> {
  choose: (provider: string, form: FormState) => void
}

/** Sign-up with a provider: it sends the custom fields; email and password are not needed. */
function useSocialSignup({ client, texts, notify, fields, plans, onSignup }: SocialSignupOptions): SocialSignup {
  const { open, ...rest } = useProviderWindow({ texts, notify })
  return {
    ...rest,
    choose(provider, form) {
      const { values, errors } = readCustomFields(form.data(), fields)
      const signUpWith = async (call: ProviderCall): Promise<void> => {
        const { data } = await client.signupWithProvider({ ...call, plans, customFields: filledIn(values) })
        onSignup(data)
      }
      if (form.accepts(errors)) open(provider, signUpWith)
    },
  }
}

/** The provider may supply what is empty. */
const filledIn = (values: Record<string, CustomFieldValue>): Record<string, CustomFieldValue> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))

/** Name of a field that people neither see nor reach. Browsers must not autofill it. */
const HONEYPOT_NAME = 'ms-reference'

/** Bots fill in every field: a form with a value here is not sent. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <input name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
    </div>
  )
}

/**
 * The plans to join. A script of the page wrote the parameters, so values that are not plan IDs are ignored.
 * @param ids plan IDs, or objects with a `planId`
 */
export const plansToJoin = (ids: unknown): { planId: string }[] =>
  (Array.isArray(ids) ? ids : [])
    .map((id: unknown) => (isRecord(id) ? id['planId'] : id))
    .filter((id): id is string => typeof id === 'string' && id.startsWith(PLAN_ID_PREFIX))
    .slice(0, PLANS_PER_SIGNUP_MAX)
    .map((planId) => ({ planId }))
