import { ASSESSMENT_QUESTIONS } from '../../contract/limits'
import type { RouteName } from '../paths'
import type { IconName } from '../ui/icon'

/** The four steps to a TrustTag. */
export const steps = [
  { icon: 'search', title: 'Pick your skill', text: 'From electrician to Excel. Not on the list? Type it in.' },
  {
    icon: 'quiz',
    title: `Answer ${ASSESSMENT_QUESTIONS} questions`,
    text: 'Multiple choice, at your own pace, on a phone if you like.',
  },
  { icon: 'upload', title: 'Show your work', text: 'Add photos, videos or documents of what you have done. Optional.' },
  {
    icon: 'share',
    title: 'Share your TrustTag',
    text: 'A badge with your score, a certificate, and a link to check it.',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

/** Whom the service is built for (seed 000 section 1). */
export const audiences = [
  {
    title: 'Skilled workers and tradespeople',
    text: 'Carpenters, cooks, drivers, housekeepers: your hands know it. Now it is on record.',
  },
  { title: 'Freelancers', text: 'Send a score instead of a promise, before the first call.' },
  { title: 'Professionals', text: 'Show the one skill that the job asks for, not a whole résumé.' },
  { title: 'People without formal credentials', text: 'No diploma needed. What counts is what you can do.' },
  { title: 'Immigrants and refugees', text: 'Skills cross borders more easily than papers do.' },
] as const

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
    title: 'NGOs and training organisations',
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
