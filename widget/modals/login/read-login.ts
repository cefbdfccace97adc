import type { TextKey } from '../texts/default-texts'

export interface LoginInput {
  email: string
  password: string
}

/** What is wrong, by field, as the key of the text that says so. */
export type LoginErrors = Partial<Record<keyof LoginInput, TextKey>>

/** Tells a slip of the finger from an address; the server decides which addresses are real. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** A password is taken as it is typed, spaces and all; an address loses the spaces around it. */
export function readLogin(data: FormData): { input: LoginInput; errors: LoginErrors } {
  const text = (name: keyof LoginInput): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const input = { email: text('email').trim(), password: text('password') }
  const errors: LoginErrors = {
    ...(!looksLikeEmail(input.email) && { email: 'email_error_message' }),
    ...(!input.password && { password: 'password_error_message' }),
  }
  return { input, errors }
}
