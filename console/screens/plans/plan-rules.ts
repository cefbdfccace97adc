import type { ChangeLine } from '../../features/edit-dialog'
import { differing } from '../../features/edit-dialog'
import { isJson, listOf, numberOf, parseWhole, textOf } from '../../lib/json'
import type { Json } from '../../lib/json'
import { priceOf } from './price-rules'
import type { Price } from './price-rules'

/** A plan of the definition. */
export interface Plan {
  id: string
  name: string
  description: string
  isOpen: boolean
  restrictedToAdmin: boolean
  memberLimit: number | null
  priority: number | null
  team: { seats: number; inviteSignupLink: string; upgradeLink: string } | null
  prices: readonly Price[]
}

export const plansOf = (definition: Json): Plan[] =>
  listOf(definition['plans']).map((item) => ({
    id: textOf(item['id']),
    name: textOf(item['name']),
    description: textOf(item['description']),
    isOpen: item['active'] !== false,
    restrictedToAdmin: item['restrictedToAdmin'] === true,
    memberLimit: numberOf(item['memberLimit']),
    priority: numberOf(item['priority']),
    team: teamOf(item['team']),
    prices: listOf(item['prices']).map(priceOf),
  }))

const teamOf = (team: unknown): Plan['team'] =>
  isJson(team)
    ? {
        seats: numberOf(team['seats']) ?? 1,
        inviteSignupLink: textOf(team['inviteSignupLink']),
        upgradeLink: textOf(team['upgradeLink']),
      }
    : null

/** Values of the dialog, as typed. */
export interface PlanForm {
  name: string
  description: string
  restrictedToAdmin: boolean
  memberLimit: string
  priority: string
  hasTeam: boolean
  seats: string
  inviteSignupLink: string
  upgradeLink: string
}

const typed = (value: number | null): string => (value === null ? '' : String(value))

export const planForm = (plan: Plan | null): PlanForm => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  restrictedToAdmin: plan?.restrictedToAdmin ?? false,
  memberLimit: typed(plan?.memberLimit ?? null),
  priority: typed(plan?.priority ?? null),
  hasTeam: plan?.team !== null && plan?.team !== undefined,
  seats: typed(plan?.team?.seats ?? null),
  inviteSignupLink: plan?.team?.inviteSignupLink ?? '',
  upgradeLink: plan?.team?.upgradeLink ?? '',
})

export type PlanProblem = 'needsName' | 'wrongLimit' | 'wrongPriority' | 'wrongSeats' | 'wrongPath'

const isPath = (path: string): boolean => /^\/(?![/\\])[^\p{Cc}]*$/u.test(path)

export function planProblem(form: PlanForm): PlanProblem | null {
  if (form.name.trim() === '') return 'needsName'
  if (form.memberLimit.trim() !== '' && parseWhole(form.memberLimit, 0) === null) return 'wrongLimit'
  if (form.priority.trim() !== '' && parsePriority(form.priority) === null) return 'wrongPriority'
  if (!form.hasTeam) return null
  if (parseWhole(form.seats, 1) === null) return 'wrongSeats'
  const [invite, upgrade] = [form.inviteSignupLink.trim(), form.upgradeLink.trim()]
  return isPath(invite) && !/[?#]/u.test(invite) && (upgrade === '' || isPath(upgrade)) ? null : 'wrongPath'
}

/** May be negative: the lowest one. */
const parsePriority = (text: string): number | null => (/^\s*-?\d{1,6}\s*$/u.test(text) ? Number(text) : null)

/** As the server stores it. Only of a form without a problem. */
export const planItem = (form: PlanForm): Json => ({
  name: form.name.trim(),
  ...(form.description.trim() && { description: form.description.trim() }),
  restrictedToAdmin: form.restrictedToAdmin,
  ...(form.memberLimit.trim() && { memberLimit: Number(form.memberLimit) }),
  ...(form.priority.trim() && { priority: Number(form.priority) }),
  ...(form.hasTeam && {
    team: {
      seats: Number(form.seats),
      inviteSignupLink: form.inviteSignupLink.trim(),
      ...(form.upgradeLink.trim() && { upgradeLink: form.upgradeLink.trim() }),
    },
  }),
})

/** Names of a plan's parts. */
export interface PlanNames {
  name: string
  description: string
  ownerOnlyText: string
  memberLimit: string
  unlimited: string
  priority: string
  seats: string
  noTeam: string
  inviteLink: string
  upgradeLink: string
  yes: string
  no: string
}

export function planChanges(before: PlanForm, after: PlanForm, names: PlanNames): ChangeLine[] {
  const ofTeam = (text: (form: PlanForm) => string) => (form: PlanForm) => (form.hasTeam ? text(form).trim() : '')
  const lines: [string, (form: PlanForm) => string][] = [
    [names.name, (form) => form.name.trim()],
    [names.description, (form) => form.description.trim()],
    [names.ownerOnlyText, (form) => (form.restrictedToAdmin ? names.yes : names.no)],
    [names.memberLimit, (form) => form.memberLimit.trim() || names.unlimited],
    [names.priority, (form) => form.priority.trim()],
    [names.seats, (form) => (form.hasTeam ? form.seats.trim() : names.noTeam)],
    [names.inviteLink, ofTeam((form) => form.inviteSignupLink)],
    [names.upgradeLink, ofTeam((form) => form.upgradeLink)],
  ]
  return differing(lines.map(([label, read]) => ({ label, before: read(before), after: read(after) })))
}
