import { microCerts } from './micro-certs'
import { skillCategories } from './skill-categories'
import { type SkillFacts, type SkillLevels, slugOf } from './skill-facts'
import { skills } from './skills'
import { WORKPLACE_BASICS } from './tag-texts'

/** The part of a question bank that may be shown. */
export interface ShownBank {
  /** Empty in the general bank. */
  skill: string
  aliases: readonly string[]
  status: 'draft' | 'reviewed'
  topics: Readonly<Record<string, string>>
  knows: SkillLevels
  questions: readonly {
    open?: boolean | undefined
    type: string
    text: string
    why: string
    source: string
    right?: readonly string[] | undefined
    wrong?: readonly string[] | undefined
  }[]
}

/** Every listed skill and job role, with the title of its category. */
export const listedSkills: readonly { name: string; category: string }[] = [
  ...Object.entries(skills).flatMap(([id, names]) =>
    names.map((name) => ({ name, category: new Map<string, string>(Object.entries(skillCategories)).get(id) ?? id })),
  ),
  ...microCerts.map((name) => ({ name, category: 'Popular MicroCerts' })),
]

/**
 * The facts of every page, by its slug and the slugs of its aliases: listed skills, skills that only have a bank, and "Workplace basics".
 */
export function skillPages(banks: readonly ShownBank[]): ReadonlyMap<string, SkillFacts> {
  const general = banks.find(({ skill }) => skill === '')
  const own = banks.filter(({ skill }) => skill !== '')
  const pages = new Map<string, SkillFacts>()
  for (const { name, category } of listedSkills) {
    const bank = own.find((one) => namesOf(one).some((other) => slugOf(other) === slugOf(name)))
    const shown = bank ?? general
    if (shown && !pages.has(slugOf(name)))
      pages.set(slugOf(name), toFacts(shown, { slug: slugOf(name), name: bank?.skill ?? name, category }))
  }
  for (const bank of own) {
    const slugs = namesOf(bank).map(slugOf)
    const listed = slugs.flatMap((slug) => pages.get(slug) ?? [])[0]
    const facts = listed ?? toFacts(bank, { slug: slugOf(bank.skill), name: bank.skill, category: null })
    for (const slug of slugs) if (!pages.has(slug)) pages.set(slug, facts)
  }
  const basics = { slug: slugOf(WORKPLACE_BASICS), name: WORKPLACE_BASICS, category: null }
  if (general) pages.set(basics.slug, toFacts(general, basics))
  return pages
}

const namesOf = ({ skill, aliases }: ShownBank): string[] => [skill, ...aliases]

const toFacts = (bank: ShownBank, named: Pick<SkillFacts, 'slug' | 'name' | 'category'>): SkillFacts => ({
  ...named,
  isGeneral: bank.skill === '',
  isReviewed: bank.status === 'reviewed',
  topics: topicsOf(bank),
  knows: bank.knows,
  sample: sampleOf(bank, named.name),
})

/** Every set spreads its questions evenly over the topics. */
function topicsOf({ topics }: ShownBank): SkillFacts['topics'] {
  const titles = Object.values(topics)
  const [share, rest] = [Math.floor(100 / titles.length), 100 % titles.length]
  return titles.map((title, index) => ({ title, percent: share + (index < rest ? 1 : 0) }))
}

const SKILL = '{skill}'

function sampleOf({ questions }: ShownBank, skill: string): SkillFacts['sample'] {
  const found = questions.find(
    ({ open, type, text }) => open && type === 'select' && (skill !== WORKPLACE_BASICS || !text.includes(SKILL)),
  )
  const [right] = found?.right ?? []
  if (!found || right === undefined) return null
  const { text, wrong = [], why, source } = found
  // In the order of the alphabet, so that the right one has no place of its own.
  const options = [right, ...wrong].toSorted((one, other) => one.localeCompare(other, 'en'))
  return { text: text.replaceAll(SKILL, () => skill), options, right, why, source }
}
