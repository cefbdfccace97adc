import { ASSESSMENT_QUESTIONS } from '../../contract/limits'
import { initialsOf } from '../lib/format'
import type { RouteName } from '../paths'
import type { DrawingName } from '../ui/drawing'
import { type HallmarkKind, yearLetters } from '../ui/hallmarks'
import type { IconName } from '../ui/icon'
import { sampleTag } from './samples'

/** What the four marks on a TrustTag say; the letters are those of the sample beside them. */
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
    text: `The score, in percent, of ${ASSESSMENT_QUESTIONS} questions on this one skill.`,
  },
  { kind: 'office', title: 'Who tested it', text: 'TrustTag. Nobody scores their own work here.' },
  {
    kind: 'year',
    letters: yearLetters(sampleTag.issued),
    title: 'When',
    text: 'The year of the test, so that an old proof never looks new.',
  },
] as const satisfies readonly { kind: HallmarkKind; letters?: string; title: string; text: string }[]

/** The four steps to a TrustTag. */
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

/** Whom the service is built for (seed 000 section 1). */
export const audiences = [
  {
    icon: 'hammer',
    title: 'Skilled workers and tradespeople',
    text: 'Carpenters, cooks, drivers, housekeepers: your hands know it. Now it is on record.',
  },
  { icon: 'message', title: 'Freelancers', text: 'Send a score instead of a promise, before the first call.' },
  { icon: 'rising', title: 'Professionals', text: 'Show the one skill that the job asks for, not a whole résumé.' },
  {
    icon: 'people',
    title: 'People without formal credentials',
    text: 'No diploma needed. What counts is what you can do.',
  },
  { icon: 'globe', title: 'Immigrants and refugees', text: 'Skills cross borders more easily than papers do.' },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

/** Who checks TrustTags, or gives them to their people. */
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
    text: 'Make the skills of a region visible to those who hire there.',
    route: 'partnership',
    link: 'Talk to us',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string; route: RouteName; link: string }[]
