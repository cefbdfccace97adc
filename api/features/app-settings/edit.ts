import { isDeepStrictEqual } from 'node:util'
import type { DefinitionPart, Right } from '../../../contract/admin/rights'
import { definitionParts, definitionRights, partRights } from '../../../contract/admin/rights'
import { lostPlaceholders } from '../../../contract/text-placeholders'
import { installTag } from '../../../contract/install-tag'
import { toIso } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { listContentHeads } from '../apps/contents'
import type { AppDefinition } from '../apps/definition'
import { AppDefinitionError, readDefinition } from '../apps/read-definition'
import { lockApp, readStoredApp } from '../apps/repository'
import { findVersion, insertVersion, listVersions, replaceApp } from '../apps/versions'
import type { AdminContext, AdminHandlers, ServerContext } from '../apps/secret-keys'
import { ownerOf, recordAction, doneBy } from '../audit/actions'
import { checkChange, partsThatDiffer, changeApp } from './change-app'
import type { Json } from './parts'
import type { AdminInput, AdminOutput } from '../../../contract/admin/schemas'
import { parseUrl } from '../../../contract/parse-url'
import { isLoopback } from '../../lib/text'
import { addFirstOwner } from '../staff/team'

export type EditServices = Pick<Services, 'store' | 'secrets' | 'clock'>
export type EditCaller = Pick<AdminContext, 'app' | 'mode' | 'actor' | 'rights' | 'ifMatch'>

interface Edit<T> {
  /** For the audit log: `definition.change`, and what it is about. */
  act: string
  subject: string
  /** Whether two definitions agree in what this edit changes: then an older `If-Match` is no conflict. */
  isSame(one: Json, other: Json): boolean
  /** Changes the parsed definition. Runs again if the transaction does. */
  change(app: Json, tx: Tx): T | Promise<T>
}

export interface Edited<T> {
  version: number
  result: T
  app: AppDefinition
}

/**
 * Changes a part of an app's definition, checks the whole, and stores it as a new version.
 * @throws ApiError `definition-changed`, `invalid-definition` with the reasons, and what `change` throws
 */
export async function editDefinition<T>(services: EditServices, caller: EditCaller, edit: Edit<T>): Promise<Edited<T>> {
  const { id } = caller.app
  return services.store.transaction(async (tx) => {
    await lockApp(tx, id)
    const before = await readStoredApp(tx, id)
    if (!before) throw new ApiError('app-not-found')
    await requireUnchanged(tx, before, caller.ifMatch, edit)
    const draft = jsonOf(before.app)
    const result = await edit.change(draft, tx)
    const after = await checkDraft(tx, before.app, draft)
    const parts = partsThatDiffer(before.app, after)
    if (parts.length === 0) return { version: before.version, result, app: before.app }
    for (const field of parts) requireRight(caller, fieldRights[field] ?? null)
    const now = services.clock.now()
    const version = await replaceApp(tx, after, now)
    await insertVersion(tx, { before, after, version, parts, author: ownerOf(caller).actor, now })
    const detail = { version: String(version), parts: parts.join(', ') }
    await recordAction(tx, services, caller, { act: edit.act, subject: edit.subject, detail })
    return { version, result, app: after }
  })
}

export const jsonOf = (app: unknown): Json => {
  const json: Json = JSON.parse(JSON.stringify(app))
  return json
}

/** Right for each field of a definition. Others, such as `inbox`, need all of `definitionRights`. */
const fieldRights: Readonly<Record<string, Right>> = {
  // Of `POST /go-live`, the only endpoint that changes them.
  liveDomains: 'credentials.write',
  plans: 'plans.write',
  coupons: 'plans.write',
  payments: 'plans.write',
  contentGroups: 'content.write',
  redirects: 'content.write',
  siteUrl: 'content.write',
  comments: 'content.write',
  name: 'design.write',
  branding: 'design.write',
  texts: 'design.write',
  mail: 'design.write',
  customFields: 'signin.write',
  allowMemberSelfDelete: 'signin.write',
  deletionGraceDays: 'signin.write',
  captchaRequired: 'signin.write',
  verificationMailOnSignup: 'signin.write',
  keepsSignupRecords: 'signin.write',
  sessionLifetimeDays: 'signin.write',
  passwordless: 'signin.write',
  authProviders: 'signin.write',
}

/** @param right null: all of them. @throws ApiError `right-missing` */
function requireRight({ rights }: Pick<EditCaller, 'rights'>, right: Right | null): void {
  const wanted = right === null ? definitionRights : [right]
  if (!wanted.every((one) => rights.includes(one))) throw new ApiError('right-missing')
}

/** Before anything of the part is read. Fields of the app are checked when it is clear which ones change. @throws ApiError `right-missing` */
export function requirePartRight(caller: Pick<EditCaller, 'rights'>, part: string): void {
  const right = new Map<string, Right | null>(Object.entries(partRights)).get(part) ?? null
  if (right !== null) requireRight(caller, right)
}

/** Two people may edit different items at once. @throws ApiError `definition-changed` with who changed what */
async function requireUnchanged(
  db: Db,
  { app, version }: { app: AppDefinition; version: number },
  ifMatch: string | undefined,
  { isSame }: Pick<Edit<unknown>, 'isSame'>,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === '*') return
  const seen = Number(/^(?:W\/)?"?(\d{1,15})"?$/u.exec(ifMatch)?.[1] ?? Number.NaN)
  if (Number.isNaN(seen)) throw new ApiError('invalid-field-value')
  if (seen === version) return
  const then = await findVersion(db, app.id, seen)
  if (then && isSame(jsonOf(then.definition), jsonOf(app))) return
  const newest = await listVersions(db, app.id, CHANGES_SHOWN)
  const changes = newest
    .filter(({ number }) => number > seen)
    .map(({ number, at, author, parts }) => ({ version: number, at: toIso(at), author, parts }))
  throw new ApiError('definition-changed', { changes })
}

const CHANGES_SHOWN = 10

/** Hosted content is checked when it is saved: here only its references count. @throws ApiError `invalid-definition` with the reasons */
export async function checkDraft(db: Db, before: AppDefinition, draft: Json): Promise<AppDefinition> {
  const contents = (await listContentHeads(db, before.id)).map(({ id, name, groupKey }) => {
    return { id, name, group: groupKey, type: 'TEXT', content: '' }
  })
  const after = inApiTerms(() => readDefinition('app', JSON.stringify({ ...draft, contents })))
  const problems = checkChange(before, after)
  if (problems.length > 0) throw refusal(problems)
  const { contents: _, ...app } = after
  return app
}

/** @throws ApiError `invalid-definition` */
export function inApiTerms<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppDefinitionError) throw refusal(error.problems)
    throw error
  }
}

/** @throws ApiError `invalid-definition` */
export function requirePlaceholders(texts: Json): void {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string') continue
    const [lost] = lostPlaceholders(key, text)
    if (lost !== undefined)
      throw new ApiError('invalid-definition', { message: `The text must contain ${lost}, which is filled in later.` })
  }
}

const PROBLEMS_SHOWN = 5

/** Names fields and reasons, without the values that the caller sent. */
export const refusal = (problems: readonly string[]): ApiError =>
  new ApiError('invalid-definition', {
    message: problems
      .slice(0, PROBLEMS_SHOWN)
      .map((problem) =>
        problem
          .replace(/ (?:but )?received .*$/su, '')
          .replace(/(?<!active)"(?:[^"\\]|\\.)*"(?!: false)/gu, 'this value'),
      )
      .join(' '),
  })

const isPart = (text: string): text is DefinitionPart => definitionParts.some((part) => part === text)

/** @throws ApiError `definition-item-not-found` */
export function requirePart(text: string): DefinitionPart {
  if (!isPart(text)) throw new ApiError('definition-item-not-found')
  return text
}

export const isSameJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

type Answers = AdminInput<'createApp'>

export const createAppHandlers: Pick<AdminHandlers, 'createApp'> = {
  /** The caller becomes the first owner. @throws ApiError `invalid-definition`, `required-field-missing`, `invalid-field-value` */
  async createApp(services, { actor }, answers) {
    return { data: await createApp(services, actor, answers) }
  },
}

/** Hexadecimal characters of random IDs, so that apps cannot be guessed or counted. */
const ID_CHARS = 20

async function createApp(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'securityLog'>,
  actor: ServerContext['actor'],
  answers: Answers,
): Promise<AdminOutput<'createApp'>> {
  const { secrets, urls } = services
  const id = `app_${secrets.fileId().slice(0, ID_CHARS)}`
  const site = readSite(answers.siteUrl)
  const given = {
    id,
    name: answers.name,
    keys: { test: `pk_sb_${secrets.fileId()}`, live: `pk_${secrets.fileId()}` },
    siteUrl: site.origin,
    timeZone: answers.timeZone,
    // Live mode begins with the launch.
    liveDomains: [],
    allowMemberSelfDelete: true,
    captchaRequired: false,
    verificationMailOnSignup: true,
    branding: brandingOf(answers),
    mail: { sender: { name: answers.name, address: `no-reply@${site.hostname.replace(/^www\./u, '')}` } },
    passwordless: methods[answers.logIn],
    signIn: { preset: 'strict', methods: { link: answers.logIn !== 'password' } },
    authProviders: [],
    ...offerOf(answers),
    customFields: [
      { key: 'first-name', label: 'First name', type: 'text', visibility: 'PRIVATE', order: 0 },
      { key: 'last-name', label: 'Last name', type: 'text', visibility: 'PRIVATE', order: 1 },
    ],
    inspectorLinks: { dashboard: `${urls.api}/console/apps/${id}` },
  }
  const app = inApiTerms(() => readDefinition('app', JSON.stringify(given)))
  const owner = { appId: id, mode: 'test', ...doneBy(actor) } as const
  await changeApp(services, owner, { file: 'app', app }, (tx) => addFirstOwner(tx, services, { app, actor }))
  services.securityLog.write('app-changed', { appId: id, mode: 'test', actor: actor.staffId, subject: id })
  return {
    id,
    name: app.name,
    keys: app.keys,
    plans: app.plans.map((plan) => ({ id: plan.id, name: plan.name, priceId: plan.prices[0]?.id ?? null })),
    scriptTag: installTag(urls.api, id),
  }
}

const methods = {
  password: { enabled: false, isDefault: false },
  code: { enabled: true, isDefault: true },
  both: { enabled: true, isDefault: false },
} as const

/** Also without a scheme. @throws ApiError `invalid-field-value` */
function readSite(typed: string): URL {
  const url = parseUrl(/^https?:\/\//iu.test(typed) ? typed : `https://${typed}`)
  const isPage = url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage || !(url.hostname.includes('.') || isLoopback(url.hostname.replace(/^\[|\]$/gu, ''))))
    throw new ApiError('invalid-field-value', { message: 'Enter the address of your site, such as www.example.com.' })
  return url
}

function brandingOf({ color, logo }: Answers) {
  const lightMode = color === undefined ? {} : { primaryButton: color.toLowerCase() }
  return { logo: logo ?? null, colors: { lightMode } }
}

const intervals = {
  MONTHLY: { name: 'Monthly', id: 'prc_membership-monthly', interval: { type: 'MONTHLY', count: 1 } },
  YEARLY: { name: 'Yearly', id: 'prc_membership-yearly', interval: { type: 'YEARLY', count: 1 } },
  ONETIME: { name: 'One payment', id: 'prc_membership-once' },
} as const

/** Plans, and the group that they open. @throws ApiError `required-field-missing` without a price */
function offerOf({ offer, price }: Answers) {
  const free = { id: 'pln_free', name: 'Free' }
  if (offer === 'free') return { plans: [free], contentGroups: [groupOf([])] }
  if (!price) throw new ApiError('required-field-missing')
  const { amountMinor, currency, interval } = price
  const paid = { id: 'pln_membership', name: 'Membership', prices: [{ ...intervals[interval], amountMinor, currency }] }
  return { plans: offer === 'both' ? [free, paid] : [paid], contentGroups: [groupOf([paid.id])] }
}

const groupOf = (plans: readonly string[]) => ({ key: 'members-area', name: 'Members', plans, redirect: '/', urls: [] })
