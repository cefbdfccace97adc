import { INBOX_LINE_MAX_CHARS, INBOX_TEXT_MAX_CHARS } from '../../../contract/limits'
import { organizationTypes } from '../../../contract/organization-types'
import type { FieldProps } from '../../ui/field'

/** A field of a form whose mistakes are said beside it. */
export interface MessageField extends Omit<FieldProps, 'error'> {
  /** Said when it is needed and empty. */
  missing?: string
  /** Said when it is filled in and wrong. */
  wrong?: string
}

const line = { maxLength: INBOX_LINE_MAX_CHARS } as const
const text = { type: 'textarea', maxLength: INBOX_TEXT_MAX_CHARS } as const
const email = {
  name: 'email',
  label: 'Email',
  type: 'email',
  required: true,
  autoComplete: 'email',
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address, such as name@example.com.',
} as const satisfies MessageField

/** The partnership inquiry (seed 000 sections 3 and 5), in the order in which it asks. */
export const inquiryFields = [
  { name: 'organizationType', label: 'Type of organization', type: 'select', options: organizationTypes },
  {
    ...line,
    name: 'organizationName',
    label: 'Organization name',
    type: 'text',
    required: true,
    autoComplete: 'organization',
    missing: 'Please enter the name of your organization.',
  },
  {
    ...line,
    name: 'contactName',
    label: 'Contact name',
    type: 'text',
    required: true,
    autoComplete: 'name',
    missing: 'Please enter your name.',
  },
  email,
  { ...line, name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  {
    name: 'website',
    label: 'Website',
    type: 'url',
    autoComplete: 'url',
    placeholder: 'https://',
    wrong: 'Please enter a whole address, such as https://example.org.',
  },
  { ...text, name: 'description', label: 'About your organization' },
  {
    ...text,
    name: 'useCase',
    label: 'What would you use TrustTag for?',
    required: true,
    missing: 'Please say what you would use TrustTag for.',
  },
] as const satisfies readonly MessageField[]

/** What anybody can ask. */
export const contactFields = [
  {
    ...line,
    name: 'name',
    label: 'Name',
    type: 'text',
    required: true,
    autoComplete: 'name',
    missing: 'Please enter your name.',
  },
  email,
  { ...text, name: 'message', label: 'Message', required: true, missing: 'Please enter your message.' },
] as const satisfies readonly MessageField[]
