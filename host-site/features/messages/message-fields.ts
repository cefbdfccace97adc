import { useSearch } from 'wouter'
import { INBOX_LINE_MAX_CHARS, INBOX_TEXT_MAX_CHARS } from '../../../contract/limits'
import { organizationTypes } from '../../../contract/organization-types'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import { emailTexts } from '../../content/site-config'
import type { CheckedField } from '../../lib/form'
import { useHydrated } from '../../lib/use-hydrated'
import type { GroupedField } from '../../ui/field'

export type MessageField = CheckedField & Omit<GroupedField, 'error'>

const line = { maxLength: INBOX_LINE_MAX_CHARS } as const
const text = { type: 'textarea', maxLength: INBOX_TEXT_MAX_CHARS } as const
const email = {
  name: 'email',
  label: 'Email',
  type: 'email',
  required: true,
  autoComplete: 'email',
  ...emailTexts,
} as const satisfies MessageField

const organization = { group: 'Your organization' } as const
const person = { group: 'You' } as const

/** The partnership inquiry (seed 000 sections 3 and 5), in the order in which it asks. */
export const inquiryFields = [
  {
    ...organization,
    name: 'organizationType',
    label: 'Type of organization',
    type: 'select',
    options: organizationTypes,
  },
  {
    ...organization,
    ...line,
    name: 'organizationName',
    label: 'Organization name',
    type: 'text',
    required: true,
    autoComplete: 'organization',
    missing: 'Please enter the name of your organization.',
  },
  {
    ...organization,
    name: 'website',
    label: 'Website',
    type: 'url',
    autoComplete: 'url',
    placeholder: 'https://',
    wrong: 'Please enter a whole address, such as https://example.org.',
  },
  { ...organization, ...text, name: 'description', label: 'About your organization' },
  {
    ...person,
    ...line,
    name: 'contactName',
    label: 'Contact name',
    type: 'text',
    required: true,
    autoComplete: 'name',
    missing: 'Please enter your name.',
  },
  { ...person, ...email },
  { ...person, ...line, name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  {
    ...text,
    group: 'Your idea',
    name: 'useCase',
    label: 'What would you use TrustTag for?',
    required: true,
    missing: 'Please say what you would use TrustTag for.',
  },
] as const satisfies readonly MessageField[]

/** What anybody can ask. */
const contactFields = [
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

/**
 * The fields of a message to us. For somebody who comes from the checkout, where the address names a package whose price is
 * agreed upon, the message has its beginning; not yet in the prerendered page.
 */
export function useContactFields(): readonly MessageField[] {
  const id = new URLSearchParams(useSearch()).get('package')
  const hydrated = useHydrated()
  const wanted = trustTagPackages.find((one) => one.id === id && one.priceCents === 'Custom')
  const defaultValue = hydrated && wanted ? `I would like a quote for: ${wanted.name}\n\n` : ''
  const [nameField, emailField, message] = contactFields
  return [nameField, emailField, { ...message, defaultValue }]
}
