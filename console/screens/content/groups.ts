import { gatesPath } from '../../../contract/gated-paths'

export type GateFilter = 'EQUALS' | 'STARTS'

export interface Gate {
  url: string
  filter: GateFilter
}

export interface Group {
  key: string
  name: string
  /** IDs. Empty: every member. */
  plans: readonly string[]
  /** Where people without access are sent. */
  redirect: string
  urls: readonly Gate[]
}

/** Kinds of hosted content, in the order in which they are offered. */
export const kinds = ['HTML', 'TEXT', 'LINK', 'IMAGE', 'FILE', 'JSON', 'CSS', 'JS'] as const

export type Kind = (typeof kinds)[number]

/** A kind that this version does not know is text, as on the server. */
export const toKind = (text: string): Kind => kinds.find((kind) => kind === text) ?? 'TEXT'

export interface Plan {
  id: string
  name: string
}

/** The part of the definition that every dialog uses. */
export interface ContentState {
  groups: readonly Group[]
  plans: readonly Plan[]
  /** Of the definition. */
  version: string
  /** Hosted content, by the key of its group. */
  contents: readonly { id: string; group: string }[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The content groups of a definition, as the server checked it. */
export const groupsOf = (definition: Record<string, unknown>): Group[] =>
  listOf(definition['contentGroups']).map(({ key, name, plans, redirect, urls }) => ({
    key: textOf(key),
    name: textOf(name),
    plans: Array.isArray(plans) ? plans.map(textOf) : [],
    redirect: textOf(redirect),
    urls: listOf(urls).map(({ url, filter }) => ({
      url: textOf(url),
      filter: filter === 'STARTS' ? filter : 'EQUALS',
    })),
  }))

export const plansOf = (definition: Record<string, unknown>): Plan[] =>
  listOf(definition['plans']).map(({ id, name }) => ({ id: textOf(id), name: textOf(name) }))

/** ID of a gate in the admin API. */
export const gateId = (group: string, { filter, url }: Gate): string => `${group} ${filter} ${url}`

/** A person who opens a page: a visitor, or a member with these active plans. */
export type Viewer = { kind: 'visitor' } | { kind: 'member'; planIds: readonly string[] }

/** As the widget and the server decide it: visitors never, members with one of the plans, or all if it names none. */
export const mayEnter = ({ plans }: Pick<Group, 'plans'>, viewer: Viewer): boolean =>
  viewer.kind === 'member' && (plans.length === 0 || plans.some((id) => viewer.planIds.includes(id)))

/** The first group that gates the path and denies the viewer; null: the page opens. */
export const closingGroup = (groups: readonly Group[], path: string, viewer: Viewer): Group | null =>
  groups.find(
    (group) => gatesPath({ urls: [...group.urls], redirect: group.redirect }, path) && !mayEnter(group, viewer),
  ) ?? null

/** People whose access can differ: a visitor, a member without a plan, and members with one plan each. */
export const viewersOf = (plans: readonly Plan[]): Viewer[] => [
  { kind: 'visitor' },
  { kind: 'member', planIds: [] },
  ...plans.map(({ id }): Viewer => ({ kind: 'member', planIds: [id] })),
]

export interface Touched {
  path: string
  views: number
  /** For at least one viewer the page closes, and for none it opens. */
  effect: 'closes' | 'opens' | 'differs'
}

/**
 * The visited paths that other people can open after a change of the groups.
 * @param visited most viewed first
 */
export function touchedPaths(
  before: readonly Group[],
  after: readonly Group[],
  plans: readonly Plan[],
  visited: readonly { path: string; views: number }[],
): Touched[] {
  const viewers = viewersOf(plans)
  return visited.flatMap(({ path, views }): Touched[] => {
    const opens = (groups: readonly Group[], viewer: Viewer) => closingGroup(groups, path, viewer) === null
    const changed = viewers.filter((viewer) => opens(before, viewer) !== opens(after, viewer))
    if (changed.length === 0) return []
    const opening = changed.filter((viewer) => opens(after, viewer)).length
    const effect = opening === 0 ? 'closes' : opening === changed.length ? 'opens' : 'differs'
    return [{ path, views, effect }]
  })
}

/** The path of a typed URL or path of the site; null for anything else. */
export function toPath(typed: string): string | null {
  const text = typed.trim()
  if (/^https?:\/\//iu.test(text)) return URL.canParse(text) ? new URL(text).pathname : null
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(text) ? text : null
}

/** The groups with one gate instead of another. Null: none. */
export const withGate = (
  groups: readonly Group[],
  key: string,
  { before, after }: { before: Gate | null; after: Gate | null },
): Group[] =>
  groups.map((group) => {
    if (group.key !== key) return group
    const urls = before
      ? group.urls.flatMap((gate) => (isSameGate(gate, before) ? (after ? [after] : []) : [gate]))
      : null
    return { ...group, urls: urls ?? (after ? [...group.urls, after] : group.urls) }
  })

const isSameGate = (one: Gate, other: Gate): boolean => one.url === other.url && one.filter === other.filter
