import { Link } from 'wouter'
import { refundRule } from '../../contract/refund-rule'
import { routes } from '../paths'
import { LegalText } from '../ui/legal-text'
import type { LegalSection } from '../ui/legal-text'
import { Page } from '../ui/page'

export function TermsPage() {
  return (
    <Page {...routes.terms}>
      <LegalText dates={termsDates} sections={termsSections} />
      <p className="actions">
        <Link href={routes.privacy.path}>Privacy Policy</Link>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}

/** ISO 8601 days. */
export const termsDates = { effective: '2025-10-04', updated: '2026-11-23' } as const

/** Eight sections: seed 000 sections 1 and 2. */
export const termsSections = [
  {
    heading: 'Use of the platform',
    paragraphs: [
      'TrustTag provides verification services: you take a technical assessment of a skill, may add samples of your work, and receive a TrustTag that states the result.',
      'You may use the platform for yourself, honestly and within the law. Answer assessments on your own, upload only your own work, and do not try to break, copy or overload the service.',
    ],
  },
  {
    heading: 'Accounts',
    paragraphs: [
      'You need an account to buy and to hold TrustTags. Give true details, keep your password to yourself, and tell us if you think that someone else uses your account.',
      'You can delete your account at any time. You have 14 days to change your mind. We may close an account that is used to deceive others.',
    ],
  },
  {
    heading: 'Payments and refunds',
    paragraphs: [
      refundRule,
      'Payments are handled by third-party processors. Prices are shown before you pay, in US dollars.',
    ],
  },
  {
    heading: 'Verification content',
    paragraphs: [
      'TrustTags are informational only. They do not guarantee employment, licensing or certification, and they do not replace a license that the law requires.',
      'A TrustTag is signed by us and entered in a public log that can only grow. The log contains a hash of it, which names no one. The signature and the log show what we stated and when. They do not show that the holder is who they say they are, or that anyone supervised the test.',
      'We may revoke a TrustTag that was earned by deceit, or whose payment was reversed. Deleting an account revokes its TrustTags. A revoked TrustTag stays in the log, every check shows that it is revoked, and it cannot be made valid again.',
      'What you upload stays yours. You allow us to store it and to include a hash of it in your TrustTag. Only you can open the files.',
    ],
  },
  {
    heading: 'Limitation of liability',
    paragraphs: [
      'The service is provided as is. As far as the law allows, we are not liable for decisions that others make based on a TrustTag, or for indirect damage.',
    ],
  },
  {
    heading: 'Privacy',
    paragraphs: ['The privacy policy says what we keep about you and what we do not.'],
  },
  {
    heading: 'Changes',
    paragraphs: [
      'When these terms change, we post the new text on this page with a new date. By using the platform after that, you accept it.',
    ],
  },
  {
    heading: 'Governing law',
    paragraphs: ['These terms are governed by the law of the State of Michigan, United States.'],
  },
] as const satisfies readonly LegalSection[]
