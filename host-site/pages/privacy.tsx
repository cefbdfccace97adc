import { Link } from 'wouter'
import { siteConfig } from '../content/site-config'
import { routes } from '../paths'
import { LegalText } from '../ui/legal-text'
import type { LegalSection } from '../ui/legal-text'
import { Page } from '../ui/page'

export function PrivacyPage() {
  const { email } = siteConfig.contact
  return (
    <Page {...routes.privacy}>
      <LegalText dates={privacyDates} sections={privacySections} />
      <p>
        Questions about your data: <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="actions">
        <Link href={routes.terms.path}>Terms of Service</Link>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}

/** ISO 8601 days. */
export const privacyDates = { effective: '2025-10-04', updated: '2026-11-23' } as const

/** Seed 000 section 1, and what the software does. */
export const privacySections = [
  {
    heading: 'What we collect',
    paragraphs: [
      'Basic account details: your name, email address, phone number and password. We store only a hash of the password.',
      'Optional verification or profile information: your location, profession, experience and skills, your answers, and the work samples you upload.',
      'Payment information, via third-party processors. Full card numbers are not stored.',
    ],
  },
  {
    heading: 'What we do with it',
    paragraphs: [
      'We use it to run your account, to issue your TrustTags, and to show them to the people you share them with.',
      'Your data is not sold.',
    ],
  },
  {
    heading: 'What others can see',
    paragraphs: [
      'You choose who can see a TrustTag before it is issued. Nothing is preselected, and you can change it at any time.',
      'Anyone who can see it sees your name, the skill, the score with its topics, and the dates, and can keep a copy of its file. It never contains your email address, phone number, answers or files. It contains hashes of your answers and files, which reveal nothing by themselves.',
      'To everyone else, a private TrustTag looks as if it did not exist.',
    ],
  },
  {
    heading: 'What the public log keeps',
    paragraphs: [
      'Whenever a TrustTag is issued or revoked, one line is added to a public log. The line is a hash. It contains no name, skill, score or ID, and no one can tell whom it is about without the file of that TrustTag.',
      'Lines are never removed from the log. This makes it impossible to back-date a TrustTag.',
      'A public list also shows, by number only, which TrustTags were revoked.',
    ],
  },
  {
    heading: 'Your choices',
    paragraphs: [
      'You can ask for a copy of your data and request its deletion at any time, in your profile or by email.',
      'When you delete your account, you are logged out at once and have 14 days to come back. Then your TrustTags are revoked and their credentials erased. Their lines in the log and their numbers on the revocation list stay, but nothing that we keep links either to you.',
      'We cannot take back a TrustTag file that you gave to someone. A later check of it shows that it was revoked.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: ['Updates to this policy are posted on this page with a new date.'],
  },
] as const satisfies readonly LegalSection[]
