import { refundRule } from '../../contract/refund-rule'

export interface LegalSection {
  heading: string
  paragraphs: readonly string[]
}

/** Day on which the terms took effect, and the day of their last change (ISO 8601). */
export const termsDates = { effective: '2025-10-04', updated: '2026-11-22' } as const

/** The terms of service, in eight sections (seed 000 sections 1 and 2). */
export const termsSections = [
  {
    heading: 'Use of the platform',
    paragraphs: [
      'TrustTag provides verification services: you take a technical assessment of a skill, may add samples of your work, and receive a TrustTag that states the result.',
      'You may use the platform for yourself, honestly and within the law. Answer assessments on your own, upload only work that is yours, and do not try to break, copy or overload the service.',
    ],
  },
  {
    heading: 'Accounts',
    paragraphs: [
      'You need an account to buy and to hold TrustTags. Give details that are true, keep your password to yourself, and tell us when you think that somebody else uses your account.',
      'You can delete your account at any time. We may close an account that is used to deceive others.',
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
      'TrustTags are informational only. They do not guarantee employment, licensing or certification, and they do not replace a license that the law asks for.',
      'A TrustTag is signed by us and entered in a public log that can only grow. The log holds a hash of it, which names nobody. The signature and the log show what we stated and when; they do not show that the holder is who they say, nor that anybody watched the test.',
      'We may revoke a TrustTag that was earned by deceit, and one whose payment was taken back. It is revoked too when its account is deleted. A revoked TrustTag stays in the log, says so wherever it is checked, and cannot be made valid again.',
      'What you upload stays yours. You allow us to keep it and to show it together with your TrustTag to those with whom you share it.',
    ],
  },
  {
    heading: 'Limitation of liability',
    paragraphs: [
      'The service is provided as it is. As far as the law allows, we are not liable for decisions that others make on the basis of a TrustTag, nor for indirect damage.',
    ],
  },
  {
    heading: 'Privacy',
    paragraphs: ['What we keep about you, and what we do not, is written in the privacy policy.'],
  },
  {
    heading: 'Changes',
    paragraphs: [
      'When these terms change, the new text is posted on this page with a new date. Using the platform after that means that you accept it.',
    ],
  },
  {
    heading: 'Governing law',
    paragraphs: ['These terms are governed by the law of the State of Michigan, United States.'],
  },
] as const satisfies readonly LegalSection[]
