import { type SkillRefusal, skillRefusals } from '../../../contract/skill-refusals'
import { ApiError } from '../../lib/errors'
import { FUZZY_FROM_CHARS, givenNames, modifiers, type NameRule, nameRules, otherNames, ownNames } from './name-rules'
import type { QuestionBanks } from './question-bank'
import { type AssessedSkill, findSkill, listedNames, skillKey } from './skills'

/**
 * What a typed name is. Only an exact name or alias is silently the listed skill; a name near one is `near`; any other harmless name gets
 * the general questions.
 */
export type TypedName =
  | { is: 'listed' | 'other'; skill: AssessedSkill }
  | { is: 'near'; skill: AssessedSkill; suggestions: string[] }
  | { is: 'refused'; reason: SkillRefusal; suggestions: string[] }

const SUGGESTIONS_MAX = 3

/** @param typed not blank */
export function judgeName(banks: QuestionBanks, typed: string): TypedName {
  const skill = findSkill(banks, typed)
  if (skill.isListed) return { is: 'listed', skill }
  if (!isInWords(typed)) return { is: 'refused', reason: 'no-skill', suggestions: [] }
  const words = wordsOf(typed)
  const refused = refuse(banks, words)
  if (refused) return { is: 'refused', ...refused }
  const suggestions = suggest(banks, words)
  if (suggestions.length > 0) return { is: 'near', skill, suggestions }
  if (isPerson(words)) return { is: 'refused', reason: 'person', suggestions: [] }
  return { is: 'other', skill }
}

/**
 * The skill to assess.
 * @param asTyped the person answered that no suggestion was meant
 * @throws ApiError `skill-refused`, `did-you-mean`
 */
export function chooseSkill(banks: QuestionBanks, typed: string, asTyped: boolean): AssessedSkill {
  const name = judgeName(banks, typed)
  if (name.is === 'refused') {
    const { reason, suggestions } = name
    throw new ApiError('skill-refused', { message: skillRefusals[reason], refusal: reason, suggestions })
  }
  if (name.is === 'near' && !asTyped) throw new ApiError('did-you-mean', { suggestions: name.suggestions })
  return name.skill
}

const LINK = /@|:\/\/|\bwww\.|\.(com|org|net|edu|gov|info|io|co|me|app|dev|biz|us|uk|mx|es)\b/iu

const isInWords = (typed: string): boolean => /\p{L}/u.test(typed) && !LINK.test(typed)

/** Single letters in a row are one word: `n u r s e`. */
function wordsOf(name: string): string[] {
  const words = skillKey(name).split(' ')
  return words.length > 2 && words.every(({ length }) => length === 1) ? [words.join('')] : words
}

const keyed = (names: readonly string[]): ReadonlySet<string> => new Set(names.flatMap(wordsOf))

interface Pattern {
  words: readonly ((word: string) => boolean)[]
  rule: NameRule
  unlessNext: ReadonlySet<string>
  unlessPrevious: ReadonlySet<string>
}

const patterns: readonly Pattern[] = nameRules.flatMap((rule) => {
  const unlessNext = keyed(rule.unlessNext ?? [])
  const unlessPrevious = keyed(rule.unlessPrevious ?? [])
  return rule.patterns.map((pattern) => ({
    words: pattern.split(' ').map((part) => matcherOf(part, rule.reason)),
    rule,
    unlessNext,
    unlessPrevious,
  }))
})

function matcherOf(part: string, reason: SkillRefusal): (word: string) => boolean {
  const key = skillKey(part.replaceAll('*', ''))
  if (part.startsWith('*')) return (word) => word.endsWith(key)
  if (part.endsWith('*')) return (word) => word.startsWith(key)
  const isFuzzy = reason === 'protected-title' && key.length >= FUZZY_FROM_CHARS
  return (word) => word === key || (isFuzzy && !knownWords.has(word) && distance(word, key) <= 1)
}

/** Places of a pattern in the words. */
const placesOf = ({ words: wanted, unlessNext, unlessPrevious }: Pattern, words: readonly string[]): number[] =>
  words.flatMap((_, at) => {
    const isThere = wanted.every((matches, offset) => matches(words[at + offset] ?? ''))
    const next = words[at + wanted.length] ?? ''
    return isThere && !unlessNext.has(next) && !unlessPrevious.has(words[at - 1] ?? '') ? [at] : []
  })

function refuse(
  banks: QuestionBanks,
  words: readonly string[],
): { reason: SkillRefusal; suggestions: string[] } | null {
  const found = patterns.find((pattern) => placesOf(pattern, words).length > 0)
  if (!found) return null
  const { reason, instead } = found.rule
  if (instead !== null) return { reason, suggestions: [instead] }
  return { reason, suggestions: reason === 'profanity' ? [] : withoutClaims(banks, words) }
}

/** “Licensed Electrician”: the listed skill in the rest of the name. */
function withoutClaims(banks: QuestionBanks, words: readonly string[]): string[] {
  const claims = patterns.filter(({ rule }) => rule.reason === 'claim-word')
  // The trade of “Master Plumber” stays.
  const dropped = new Set(claims.flatMap((claim) => placesOf(claim, words)))
  const rest = words.filter((_, at) => !dropped.has(at))
  return rest.length === 0 ? [] : suggest(banks, rest)
}

interface KnownName {
  key: string
  words: readonly string[]
  /** As listed. */
  shown: string
  isListed: boolean
}

const toKnown = (name: string, shown: string, isListed: boolean): KnownName => ({
  key: skillKey(name),
  words: wordsOf(name),
  shown,
  isListed,
})

const listed: readonly KnownName[] = listedNames.map((name) => toKnown(name, name, true))
const others: readonly KnownName[] = [...otherNames].flatMap(([shown, names]) =>
  names.map((name) => toKnown(name, shown, false)),
)
const knownWords = keyed([...listedNames, ...[...otherNames.values()].flat(), ...ownNames])
const noSkill = keyed(modifiers)
const ownKeys = new Set(ownNames.map(skillKey))

const perBanks = new WeakMap<QuestionBanks, readonly KnownName[]>()

/** Every name that means a listed skill. */
function knownNames(banks: QuestionBanks): readonly KnownName[] {
  const known = perBanks.get(banks)
  if (known) return known
  const ofBanks = banks.list().flatMap(({ skill, aliases }) => {
    const own = [skill, ...aliases].filter((name) => name !== '')
    const shown = listedNames.find((name) => own.some((one) => skillKey(one) === skillKey(name))) ?? skill
    return own.map((name) => toKnown(name, shown, true))
  })
  const all = [...listed, ...ofBanks, ...others]
  perBanks.set(banks, all)
  return all
}

/** Listed skills that the words may mean, the nearest first. */
function suggest(banks: QuestionBanks, words: readonly string[]): string[] {
  const key = words.join(' ')
  if (ownKeys.has(key)) return []
  const scored = knownNames(banks).flatMap((name) => {
    const score = nearness(name, words, key)
    return score === null ? [] : [{ shown: name.shown, score }]
  })
  const sorted = scored.toSorted((one, other) => one.score - other.score)
  const best = sorted[0]?.score === 0 ? sorted.filter(({ score }) => score === 0) : sorted
  return [...new Set(best.map(({ shown }) => shown))].slice(0, SUGGESTIONS_MAX)
}

/** 0 is the same; null is something else. */
function nearness(name: KnownName, words: readonly string[], key: string): number | null {
  if (name.key === key) return 0
  const joined = [name.key.replaceAll(' ', ''), key.replaceAll(' ', '')] as const
  const shorter = Math.min(joined[0].length, joined[1].length)
  const errors = joined[0].length < 4 || shorter < 3 ? Infinity : distance(joined[0], joined[1])
  if (errors <= allowedErrors(name, shorter) && (errors < 2 || joined[0][0] === joined[1][0])) return errors + 0.5
  const meant = words.filter((word) => !noSkill.has(word) && !IS_NUMBER.test(word))
  const own = name.words.filter((word) => !noSkill.has(word))
  if (meant.length === 0 || own.length === 0) return null
  const common = own.filter((word) => meant.some((typed) => isSameWord(typed, word))).length
  // All words of the listed name and nothing else, or all but one of many.
  if (common === own.length && meant.length === own.length) return 4
  const share = (2 * common) / (own.length + meant.length)
  if (common >= 2 && share >= 0.8) return 5
  // A single general word of several listed names: “Driver”.
  if (common === meant.length && words.length === 1 && own.length === 2 && own.at(-1) === meant[0]) return 6
  return null
}

/** As a key: a zero and a one are letters there. */
const IS_NUMBER = /^[OL\d]*\d[OL\d]*$/u

function allowedErrors({ isListed }: KnownName, length: number): number {
  if (length < 6 || !isListed) return 1
  return length < 11 ? 2 : 3
}

const isSameWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 5 && one[0] === other[0] && distance(one, other) <= 1)

const PERSON_WORDS_MAX = 3
const names = keyed(givenNames)

/** A given name and one or two words that no listed skill has. */
const isPerson = (words: readonly string[]): boolean =>
  words.length > 1 &&
  words.length <= PERSON_WORDS_MAX &&
  names.has(words[0] ?? '') &&
  words
    .slice(1)
    .every((word) => word.length < 3 || !(knownWords.has(word) || noSkill.has(word) || /(LNG|TLON)$/u.test(word)))

/** Insertions, deletions, substitutions and swaps of neighbors; 4 and more are not told apart. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 3) return 4
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 4
}
