import type { RouteName } from '../paths'
import type { IconName } from '../ui/icon'

/** For whom a partnership is. */
export const partnershipCards = [
  {
    icon: 'building',
    title: 'Enterprises',
    text: 'See what applicants can do before the first interview, and give your own people a record of what they have learned.',
  },
  {
    icon: 'people',
    title: 'NGOs and training organizations',
    text: 'End a course with a proof that employers can check, also for those who came without papers.',
  },
  {
    icon: 'globe',
    title: 'Governments',
    text: 'Make the skills of a region visible, and bring people into work faster.',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

/** Why Partner (seed 000 section 2). */
export const partnershipReasons = [
  { icon: 'speed', title: 'Fast implementation', text: 'A link or one script tag. Nothing to install, no project.' },
  { icon: 'globe', title: 'Global reach', text: 'Available in 50+ countries, on any phone with a browser.' },
  {
    icon: 'shield',
    title: 'Proven results',
    text: 'A score and the day it was earned, and an ID that anybody can check.',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

/** What somebody asks before writing. */
export const partnershipNotes = [
  {
    title: 'Checking is free',
    text: 'Whoever has the ID of a TrustTag can check it, without an account.',
    route: 'verify',
    link: 'Verify a TrustTag',
  },
  {
    title: 'Ten and more',
    text: 'For ten TrustTags and more, and for teams, we agree on a price.',
    route: 'checkout',
    link: 'See the packages',
  },
  { title: 'Rather talk?', text: 'By phone you get an answer the same day.', route: 'contact', link: 'Contact us' },
] as const satisfies readonly { title: string; text: string; route: RouteName; link: string }[]
