import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { emailTexts } from '../../content/site-config'
import type { CheckedField } from '../../lib/form'
import { formText } from '../../lib/format'
import type { CustomFieldValue, Member } from '../../lib/membership'

interface SignupField extends CheckedField {
  label: string
  type: 'text' | 'email' | 'password' | 'tel' | 'select' | 'textarea'
  required: boolean
  autoComplete: string
  /** Key of the custom field; account fields have none. */
  customField?: string
  hint?: string
  minLength?: number
  /** Options of a select: code → label. */
  options?: Readonly<Record<string, string>>
}

/** Seed 000 section 3, in order. */
export const signupFields = [
  {
    name: 'firstName',
    label: 'First Name',
    type: 'text',
    required: true,
    autoComplete: 'given-name',
    customField: 'first-name',
    missing: 'Please enter your first name.',
  },
  {
    name: 'lastName',
    label: 'Last Name',
    type: 'text',
    required: true,
    autoComplete: 'family-name',
    customField: 'last-name',
    missing: 'Please enter your last name.',
  },
  { name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'email', ...emailTexts },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    required: true,
    autoComplete: 'new-password',
    minLength: PASSWORD_MIN_CHARS,
    hint: `Password must be at least ${PASSWORD_MIN_CHARS} characters long`,
    missing: 'Please choose a password.',
    wrong: 'This password is too short.',
  },
  {
    name: 'phone',
    label: 'Phone',
    type: 'tel',
    required: true,
    autoComplete: 'tel',
    customField: 'phone',
    missing: 'Please enter your phone number.',
  },
  {
    name: 'country',
    label: 'Country',
    type: 'select',
    required: false,
    autoComplete: 'country-name',
    customField: 'country',
    options: {
      us: 'United States',
      ca: 'Canada',
      mx: 'Mexico',
      uk: 'United Kingdom',
      au: 'Australia',
      other: 'Other',
    },
  },
  { name: 'city', label: 'City', type: 'text', required: false, autoComplete: 'address-level2', customField: 'city' },
  {
    name: 'profession',
    label: 'Profession',
    type: 'text',
    required: false,
    autoComplete: 'organization-title',
    customField: 'profession',
  },
  {
    name: 'experience',
    label: 'Experience',
    type: 'select',
    required: false,
    autoComplete: 'off',
    customField: 'experience',
    options: {
      '0-1': '0-1 years',
      '1-2': '1-2 years',
      '3-5': '3-5 years',
      '5-10': '5-10 years',
      '10+': '10+ years',
    },
  },
  {
    name: 'skills',
    label: 'Skills',
    type: 'textarea',
    required: false,
    autoComplete: 'off',
    customField: 'skills',
    hint: 'What are you good at?',
  },
  {
    name: 'motivation',
    label: 'Motivation',
    type: 'textarea',
    required: false,
    autoComplete: 'off',
    customField: 'motivation',
    hint: 'Why do you want a TrustTag?',
  },
] as const satisfies readonly SignupField[]

type SignupFieldName = (typeof signupFields)[number]['name']
export type SignupForm = Record<SignupFieldName, string>
/** Values that may be stored in the browser: all except the password. */
type UserData = Omit<SignupForm, 'password'>

const fields: readonly (SignupField & { name: SignupFieldName })[] = signupFields

function mapFields(valueOf: (field: SignupField & { name: SignupFieldName }) => string): SignupForm {
  const form = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
  if (!isSignupForm(form)) throw new Error('The sign-up form lacks a field.')
  return form
}

const isSignupForm = (form: Record<string, string>): form is SignupForm => fields.every(({ name }) => name in form)

/** Values are trimmed, except the password. */
export function readSignupForm(data: FormData): SignupForm {
  const read = (name: SignupFieldName) => formText(data, name)
  return mapFields(({ name }) => (name === 'password' ? read(name) : read(name).trim()))
}

export const isComplete = (form: SignupForm): boolean =>
  fields.every(({ name, required }) => !required || form[name] !== '')

/** The filled custom fields, by key. */
export function toCustomFields(form: SignupForm): Record<string, string> {
  const entries = fields.flatMap(({ name, customField }) =>
    customField && form[name] !== '' ? [[customField, form[name]] as const] : [],
  )
  return Object.fromEntries(entries)
}

export function toUserData({ password: _password, ...rest }: SignupForm): UserData {
  return rest
}

const asText = (value: CustomFieldValue | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** For members who log in without having signed up in this browser. */
export function memberToUserData(member: Member): UserData {
  const form = mapFields(({ customField }) => (customField ? asText(member.customFields[customField]) : ''))
  return { ...toUserData(form), email: member.auth.email }
}
