import { ASSESSMENT_QUESTIONS } from '../../contract/limits'
import type { RouteName } from '../paths'

/** What a search engine or a shared link says of a page: one or two sentences that stand alone. Never in the browser. */
export const descriptions: Record<RouteName, string> = {
  home: 'Pass a technical assessment, show your work, and get a TrustTag: a timestamped proof of one skill that anyone can check by its ID.',
  createTrustTag: `Choose from twelve fields of work or type in your own skill, answer ${ASSESSMENT_QUESTIONS} multiple-choice questions, and see how well you know it.`,
  verify: 'Check a TrustTag by its ID: the skill, the score, the holder and the day it was issued. No account, no fee.',
  partnership:
    'For employers, NGOs, training organizations and governments that hire, teach or place people: tell us what you need, and we answer within 24 hours.',
  contact:
    'Write to TrustTag, call or send a text message. Here are the ways, the hours, and how soon you hear from us.',
  privacy: 'What TrustTag keeps about you, what it does with it, what it never does, and how you have it deleted.',
  terms: 'What you can expect of TrustTag, what TrustTag expects of you, and when a payment is refunded.',
  profile: 'Your TrustTag account: who you are on TrustTag and what you have proved.',
  publicProfile:
    'What somebody has proved on TrustTag: each skill with its score, its day, and a check that is free for all.',
  signup: 'Create your TrustTag account with an email address and a password, then prove what you can do.',
  login: 'Log in to your TrustTag account with your email address and your password.',
  forgotPassword: 'Have a code sent to your email address and choose a new password for TrustTag.',
  checkout: 'Choose how many TrustTags you need and pay for them, then have your proven skills issued.',
  transparency:
    'Every TrustTag is signed and entered in a public log that can only grow. Who signs, who watches, what the log holds, and how to check it yourself.',
  availability:
    'TrustTag is available in 50+ countries. Here is the whole list, and whom to ask if yours is not on it.',
  notFound: 'This page of TrustTag does not exist or may have been moved.',
}
