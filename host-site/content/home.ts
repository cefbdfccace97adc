import { ASSESSMENT_QUESTIONS } from '../../contract/limits'
import { refundRule } from '../../contract/refund-rule'
import { trustTagPackages } from '../../contract/trusttag-packages'
import { initialsOf } from '../lib/format'
import type { RouteName } from '../paths'
import type { DrawingName } from '../ui/drawing'
import { type HallmarkKind, yearLetters } from '../ui/credential'
import type { IconName } from '../ui/icon'
import { sampleTag } from './samples'

/** The letters match the sample TrustTag shown beside them. */
export const marks = [
  {
    kind: 'holder',
    letters: initialsOf(sampleTag.holder),
    title: 'Whose it is',
    text: `The holder’s initials. Here: ${sampleTag.holder}.`,
  },
  {
    kind: 'score',
    letters: String(sampleTag.score),
    title: 'How good it is',
    text: `The score, in percent, of ${ASSESSMENT_QUESTIONS} questions, with the range it is likely in.`,
  },
  { kind: 'office', title: 'Who tested it', text: 'TrustTag. No one scores their own work here.' },
  {
    kind: 'year',
    letters: yearLetters(sampleTag.issued),
    title: 'When',
    text: 'The year of the test, so an old proof never looks new.',
  },
] as const satisfies readonly { kind: HallmarkKind; letters?: string; title: string; text: string }[]

const [single, three] = trustTagPackages

/** Read in ten seconds: whom it is for, what it costs, why an employer should believe it. */
export const keyFacts = [
  { term: 'For', text: 'People who can do the work but have no paper that says so.' },
  {
    term: 'Price',
    text: `The test costs nothing. One TrustTag costs $${single.priceCents / 100}, three cost $${three.priceCents / 100}.`,
  },
  {
    term: 'Proof',
    text: 'Signed and entered in a public log. Employers check it in their own browser, without an account.',
  },
] as const

export const steps = [
  { drawing: 'pick', title: 'Pick your skill', text: 'From electrician to Excel. Not on the list? Type it in.' },
  {
    drawing: 'answer',
    title: `Answer ${ASSESSMENT_QUESTIONS} questions`,
    text: 'Multiple choice, at your own pace, on a phone if you like.',
  },
  {
    drawing: 'show',
    title: 'Show your work',
    text: 'Add photos, videos or documents of what you have done. Optional.',
  },
  {
    drawing: 'share',
    title: 'Share your TrustTag',
    text: 'A badge with your score, a certificate, and a link to check it.',
  },
] as const satisfies readonly { drawing: DrawingName; title: string; text: string }[]

/** Seed 000 section 1. */
export const audiences = [
  {
    icon: 'hammer',
    title: 'Skilled workers and tradespeople',
    text: 'Carpenters, cooks, drivers, housekeepers: your hands know it. Now it is on record.',
  },
  { icon: 'message', title: 'Freelancers', text: 'Send a score instead of a promise, before the first call.' },
  { icon: 'rising', title: 'Professionals', text: 'Show the one skill the job asks for, not a whole résumé.' },
  {
    icon: 'people',
    title: 'People without formal credentials',
    text: 'No diploma needed. What counts is what you can do.',
  },
  { icon: 'globe', title: 'Immigrants and refugees', text: 'Skills cross borders more easily than papers do.' },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

export const partners = [
  {
    icon: 'building',
    title: 'Employers',
    text: 'Check an applicant’s TrustTag by its ID in seconds. No account, no fee.',
    route: 'verify',
    link: 'Verify a TrustTag',
  },
  {
    icon: 'people',
    title: 'NGOs and training organizations',
    text: 'Give the people you train a proof that outlasts the course.',
    route: 'partnership',
    link: 'Become a partner',
  },
  {
    icon: 'globe',
    title: 'Governments',
    text: 'Make the skills of a region visible to local employers.',
    route: 'partnership',
    link: 'Talk to us',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string; route: RouteName; link: string }[]

/** Short and honest: what a careful employer or worker asks first. */
export const questions = [
  {
    question: 'Is a TrustTag a license or a certificate of a school?',
    answer:
      'No. It is the result of a knowledge test that anyone can take online. It does not replace a license, a diploma or a trial day.',
  },
  {
    question: 'Do you check who takes the test?',
    answer:
      'No. The holder gives the name, and every TrustTag says “Name not checked”. No one watches the test. Ask for an ID and talk to the person, as you would with any résumé.',
  },
  {
    question: 'Who wrote the questions?',
    answer:
      'We did, each with its source. Experts have not reviewed them yet, and every TrustTag says so. Skills without their own questions are tested with “Workplace basics”.',
  },
  {
    question: 'How exact is a score?',
    answer:
      'Ten questions give a range: 90% means likely 73–97. At 70% or 80%, ten more questions decide. The range is shown wherever the score is.',
  },
  {
    question: 'What if I do not pass?',
    answer:
      'You pay nothing, and no one sees it. You can try again after 24 hours, then after 7 and 30 days, each time with other questions.',
  },
  {
    question: 'Can I get my money back?',
    answer: refundRule,
  },
  {
    question: 'Is this really a blockchain?',
    answer:
      'It is a public log. Each TrustTag is an entry in it, and each new seal covers all earlier entries, so no entry can be changed unnoticed. There are no coins and no wallet to buy.',
  },
] as const
