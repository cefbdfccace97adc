import { useEffect, useRef, useState } from 'react'
import type { MemberAuth, MembershipClient } from '../../public'
import type { Texts } from '../texts/default-texts'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { PasswordField } from '../ui/password-field'
import { Toast } from '../ui/toast'
import { useSubmit } from '../ui/use-submit'
import { type LoginErrors, type LoginInput, readLogin } from './read-login'

interface LoginFormProps {
  client: MembershipClient
  texts: Texts
  titleId: string
  onLogin: (auth: MemberAuth) => void
}

export function LoginForm({ client, texts, titleId, onLogin }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<LoginErrors>({})
  useEffect(() => focusField(form.current, 'email'), [])

  const read = (element: HTMLFormElement): LoginInput | null => {
    const { input, errors: found } = readLogin(new FormData(element))
    setErrors(found)
    const [firstBad] = Object.keys(found)
    if (!firstBad) return input
    focusField(element, firstBad)
    return null
  }
  const send = async (input: LoginInput): Promise<void> => {
    const { data } = await client.loginMemberEmailPassword(input, { includeContentGroups: true })
    onLogin(data)
  }
  const { busy, failure, onSubmit } = useSubmit({ read, send })
  const field = (name: keyof LoginInput) => {
    const key = errors[name]
    // What is being corrected is no longer called wrong.
    const onInput = (): void => setErrors(({ [name]: _corrected, ...others }) => others)
    return { name, error: key ? texts[key] : null, readOnly: busy, onInput }
  }
  return (
    <form
      ref={form}
      part="form"
      method="post"
      noValidate
      aria-labelledby={titleId}
      aria-busy={busy}
      onSubmit={onSubmit}
    >
      <Toast notice={failure === null ? null : { text: failure, isError: true }} />
      <Field
        {...field('email')}
        label={texts.email_address}
        placeholder={texts.login_email_placeholder}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <PasswordField
        {...field('password')}
        label={texts.password}
        placeholder={texts.login_password_placeholder}
        autoComplete="current-password"
        showLabel={texts.show_password}
        hideLabel={texts.hide_password}
      />
      <Button type="submit" busy={busy} busyLabel={texts.loading_text}>
        {texts.login}
      </Button>
    </form>
  )
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}
