import type { LegalSection } from './terms'

/** Day on which the policy took effect, and the day of its last change (ISO 8601). */
export const privacyDates = { effective: '2025-10-04', updated: '2026-11-21' } as const

/** What the privacy policy states (seed 000 section 1), and what the software behind it does. */
export const privacySections = [
  {
    heading: 'What we collect',
    paragraphs: [
      'Basic account details: your name, email address, phone number and a password, of which we keep only a hash.',
      'Optional verification or profile information: what you add about your place, profession, experience and skills, your answers, and the work samples you upload.',
      'Payment information, via third-party processors. Full card numbers are not stored.',
    ],
  },
  {
    heading: 'What we do with it',
    paragraphs: [
      'We use it to run your account, to issue your TrustTags and to show them to those with whom you share them.',
      'Your data is not sold.',
    ],
  },
  {
    heading: 'What others can see',
    paragraphs: [
      'Whoever has the ID of a TrustTag can see what it states. Your email address, phone number and answers are never part of it.',
    ],
  },
  {
    heading: 'Your choices',
    paragraphs: [
      'You can ask for a copy of your data and request its deletion at any time, in your profile or by email.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: ['Updates of this policy are posted on this page with a new date.'],
  },
] as const satisfies readonly LegalSection[]
