import type { LegalSection } from './terms'

/** Day on which the policy took effect, and the day of its last change (ISO 8601). */
export const privacyDates = { effective: '2025-10-04', updated: '2026-11-22' } as const

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
      'You choose who can see a TrustTag before it is issued, and nothing is chosen for you. You can change it at any time.',
      'Whoever may see it sees your name, the skill, the score with its topics, and the dates, and can keep a file of it. Your email address, phone number, answers and files are never part of it: of answers and files it holds hashes, which show nothing by themselves.',
      'A private TrustTag answers everybody else as if there were none.',
    ],
  },
  {
    heading: 'What the public log keeps',
    paragraphs: [
      'For every TrustTag that is issued, and for every one that is revoked, one line is added to a public log. The line is a hash. It holds no name, no skill, no score and no ID, and nobody can find out from it whom it is about unless they hold the file of that TrustTag.',
      'Lines of the log are never removed. That is what makes a TrustTag impossible to back-date.',
      'A public list also says by numbers alone which TrustTags were revoked.',
    ],
  },
  {
    heading: 'Your choices',
    paragraphs: [
      'You can ask for a copy of your data and request its deletion at any time, in your profile or by email.',
      'When you delete your account, your TrustTags are revoked and their credentials erased. What stays is their line in the log and their number in the list of what was revoked: nothing that we keep links either to you.',
      'A file of a TrustTag that you gave to somebody is theirs: we cannot take it back. Whoever checks it then is told that it was revoked.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: ['Updates of this policy are posted on this page with a new date.'],
  },
] as const satisfies readonly LegalSection[]
