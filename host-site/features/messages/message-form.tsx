import { useEffect, useRef } from 'react'
import { Link, useSearch } from 'wouter'
import { INBOX_LINE_MAX_CHARS, INBOX_TEXT_MAX_CHARS } from '../../../contract/limits'
import { organizationTypes } from '../../../contract/organization-types'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import { emailTexts } from '../../content/site-config'
import { useHydrated } from '../../lib/browser'
import { useSubmit } from '../../lib/form'
import type { CheckedField } from '../../lib/form'
import { formText } from '../../lib/format'
import type { SiteResult } from '../../lib/site-api'
import { routes } from '../../paths'
import { Drawing } from '../../ui/drawing'
import { GroupedFields } from '../../ui/field'
import type { GroupedField } from '../../ui/field'
import { Alert, NeedsScript, SubmitButton } from '../../ui/status'

export type MessageField = CheckedField & Omit<GroupedField, 'error'>

const line = { maxLength: INBOX_LINE_MAX_CHARS } as const
const longText = { type: 'textarea', maxLength: INBOX_TEXT_MAX_CHARS } as const
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

/** Seed 000 sections 3 and 5, in order. */
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
    wrong: 'Please enter a full URL, such as https://example.org.',
  },
  { ...organization, ...longText, name: 'description', label: 'About your organization' },
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
    ...longText,
    group: 'Your idea',
    name: 'useCase',
    label: 'What would you use TrustTag for?',
    required: true,
    missing: 'Please tell us what you would use TrustTag for.',
  },
] as const satisfies readonly MessageField[]

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
  { ...longText, name: 'message', label: 'Message', required: true, missing: 'Please enter your message.' },
] as const satisfies readonly MessageField[]

/** The checkout links here with a custom-priced package, which starts the message; not in the prerendered page. */
export function useContactFields(): readonly MessageField[] {
  const id = new URLSearchParams(useSearch()).get('package')
  const hydrated = useHydrated()
  const wanted = trustTagPackages.find((one) => one.id === id && one.priceCents === 'Custom')
  const defaultValue = hydrated && wanted ? `I would like a quote for: ${wanted.name}\n\n` : ''
  const [nameField, emailField, message] = contactFields
  return [nameField, emailField, { ...message, defaultValue }]
}

const FAILED = 'Your message could not be sent. Please try again.'

interface MessageFormProps {
  fields: readonly MessageField[]
  label: string
  send: (values: Record<string, string>) => Promise<SiteResult>
  onSent: () => void
}

export function MessageForm({ fields, label, send, onSent }: MessageFormProps) {
  const hydrated = useHydrated()
  const { submitting, error, problems, handlers } = useSubmit(fields, async (data) => {
    const values = Object.fromEntries(fields.map(({ name }) => [name, formText(data, name).trim()]))
    const result = await send({ ...values, fax: formText(data, 'fax') })
    if (!result.success) return result.error || FAILED
    onSent()
    return ''
  })
  return (
    <form className="form" method="post" noValidate aria-busy={submitting} {...handlers}>
      <NeedsScript />
      <GroupedFields fields={fields} problems={problems} />
      {/* Honeypot: only bots fill it in. */}
      <div hidden>
        <label htmlFor="fax">Fax</label>
        <input id="fax" name="fax" tabIndex={-1} autoComplete="off" />
      </div>
      <Alert text={error} />
      <SubmitButton label={label} busyLabel="Sending..." busy={submitting} disabled={!hydrated} />
    </form>
  )
}

/** Replaces the form. @param text when we reply */
export function ThankYou({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card thank-you" aria-labelledby="thank-you">
      <Drawing name="seal" />
      <h2 id="thank-you" ref={heading} tabIndex={-1}>
        Thank You
      </h2>
      <p>{text}</p>
      <p className="actions">
        <Link className="button" href={routes.home.path}>
          Back to Home
        </Link>
      </p>
    </section>
  )
}
