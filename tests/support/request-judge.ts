import { errors } from '../../contract/errors'
import type { ErrorCode } from '../../contract/errors'
import { SECRET } from './access-people'
import type { Person, Scope } from './access-people'
import { send } from './access-requests'
import type { ReadAnswer } from './access-requests'
import type { AccessWorld } from './access-world'
import type { Canary } from './canaries'
import type { TriedRequest } from './request-arbitraries'
import type { TriedCaller, TriedCallers } from './request-callers'
import { mayChangeOfOthers, mayChangeWhenRefused, mayTell, provedBy } from './request-rules'
import type { RowChange } from './watched-database'

/** Values that must never be logged. */
const NEVER_LOGGED: ReadonlySet<string> = new Set(['token', 'key', 'password', 'hash', 'ticket', 'invite', 'answer'])

const isErrorCode = (code: string): code is ErrorCode => code in errors

/**
 * Sends requests one by one and judges each result.
 * @param callers by name
 */
export function createJudge(world: AccessWorld, callers: TriedCallers) {
  const scopes = scopesOf(world)
  const owners = new Map(Object.values(world.who).map(({ id, name }) => [id, name]))
  let released = new Set<Canary>()
  let logged = world.logLines.length

  /** Resets to the initial state. */
  function restart(): void {
    world.database.restore()
    released = new Set()
    logged = world.logLines.length
  }

  async function tryOut(request: TriedRequest): Promise<{ status: number; problems: string[] }> {
    const caller = callers[request.caller]
    if (!caller) throw new Error(`Unknown caller: ${request.caller}.`)
    const sent = textOf(request)
    const headers = { ...caller.headers, ...request.wire.headers }
    const answer = await send(world, { ...request.wire, headers })
    const changes = world.database.changes()
    const said = world.canaries.all.filter(({ text }) => sent.includes(text))
    if (answer.status < 400) for (const canary of [...said, ...published(request)]) released.add(canary)
    const told = { request, caller, said, released }
    const problems = [
      ...shapeProblems(answer),
      ...world.canaries.leaks(answer.text, (canary) => mayTell(canary, told)).map((leak) => `tells the ${leak}`),
      ...changeProblems(request, caller, answer, changes, said),
      ...logProblems(request),
    ]
    return { status: answer.status, problems }
  }

  /** A path may name a member by email, which an earlier request may have changed. */
  const withIds = (path: string): string =>
    world.database.members().reduce((named, { id, email }) => (path.includes(email) ? `${named} ${id}` : named), path)

  /** Values that the request made public. */
  const published = ({ name }: TriedRequest): Canary[] =>
    ['updateTag', 'updateTagProfile'].includes(name)
      ? world.canaries.all.filter(({ field }) => ['tag', 'holder', 'slug'].includes(field))
      : []

  function changeProblems(
    request: TriedRequest,
    caller: TriedCaller,
    answer: ReadAnswer,
    changes: readonly RowChange[],
    said: readonly Canary[],
  ): string[] {
    const refused = answer.status >= 400
    const { name, wire } = request
    const created = new Set(
      changes.flatMap(({ table, before, after }) => (table === 'apps' && !before ? [after?.['id']] : [])),
    )
    const isOfNewApp = ({ before, after }: RowChange) => !before && created.has(after?.['app_id'])
    const judged = changes.filter(
      (one) =>
        !isOfNewApp(one) &&
        !isGoLive(one, caller.scope) &&
        (caller.auditName === undefined || !isOfTeam(one, caller.scope)),
    )
    const proved = provedBy(request, said)
    return [
      ...judged.flatMap((change) => {
        const owner = owners.get(memberOf(change) ?? '') ?? caller.person
        const isOthers = owner !== caller.person && !caller.isAdmin && !(owner && proved.has(owner))
        return [
          ...(refused && !mayChangeWhenRefused(change) ? [`is refused and changes ${describe(change)}`] : []),
          ...(isForeign(change, caller.scope) ? [`changes what is another app’s: ${describe(change)}`] : []),
          ...(isOthers && !mayChangeOfOthers(name, change) ? [`changes what is ${owner}’s: ${describe(change)}`] : []),
        ]
      }),
      ...(caller.isAdmin && caller.scope && !refused ? auditProblems(changes, caller, withIds(decode(wire.path))) : []),
    ]
  }

  /** Whether a row belongs to another app or mode than the caller's. */
  function isForeign({ before, after }: RowChange, scope: Scope | null): boolean {
    const mine = scope ? `${scope.appId} ${scope.mode}` : 'none'
    return [before, after].some((row) => {
      if (!row) return false
      const own = row['app_id'] && row['mode'] ? [`${text(row['app_id'])} ${text(row['mode'])}`] : []
      const ids = Object.entries(row).filter(
        ([column]) => column === 'id' || (column.endsWith('_id') && !NAMES_NO_ROW.has(column)),
      )
      const named = ids.flatMap(([, value]) => scopes.get(text(value)) ?? [])
      return [...own, ...named].some((one) => one !== mine)
    })
  }

  /** Paths are logged, so values in them are not secret. */
  function logProblems({ wire }: TriedRequest): string[] {
    const lines = world.logLines.slice(logged).join('\n')
    logged = world.logLines.length
    const path = decode(wire.path)
    if (world.canaries.all.some((canary) => path.includes(canary.text))) return []
    if (lines.includes(SECRET) && !path.includes(SECRET)) return ['logs a password']
    return world.canaries.leaks(lines, ({ field }) => !NEVER_LOGGED.has(field)).map((leak) => `logs the ${leak}`)
  }

  return { restart, tryOut }
}

/** Who acted may belong to no app. The browser chooses the text that names its visit. */
const NAMES_NO_ROW: ReadonlySet<string> = new Set(['actor_id', 'visit_id'])

/** Searchable text of a request. */
function textOf({ wire }: TriedRequest): string {
  const body = typeof wire.body === 'string' ? wire.body : ''
  return `${decode(wire.path)}\n${body}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function shapeProblems({ status, code, text: whole }: ReadAnswer): string[] {
  if (status < 400) return []
  if (!whole.includes('content-type: application/json')) return [`answers ${status} and no JSON`]
  if (!isErrorCode(code)) return [`answers ${status} with ${code}`]
  if (errors[code].status !== status) return [`answers ${code} with ${status}`]
  const isExpected = status < 500 || code === 'payments-not-configured' || code === 'webhook-not-configured'
  return isExpected ? [] : [`answers ${status} ${code}`]
}

/**
 * The last use of a key; a preview key, which belongs to one session and shows only what the person sent; the index of a
 * search, which is derived from the member.
 */
const UNAUDITED: ReadonlySet<string> = new Set(['secret_keys', 'preview_keys', 'member_terms', 'member_values'])

/** Every change must be in the audit log, with its key and subject. */
function auditProblems(
  changes: readonly RowChange[],
  { scope, auditName = 'admin key tests' }: TriedCaller,
  path: string,
): string[] {
  if (changes.every(({ table }) => UNAUDITED.has(table))) return []
  // The first save of a draft by a person is in the log, further ones are not.
  if (changes.every((change) => isOwnDraft(change, auditName))) return []
  const made = changes.filter(({ table, before }) => table === 'audit_log' && before === null)
  const named = new Set(
    changes
      .filter(({ table }) => table !== 'audit_log')
      .flatMap(({ before, after }) => [...Object.values(before ?? {}), ...Object.values(after ?? {})].map(text)),
  )
  const isGood = made.some(({ after }) => {
    const subject = text(after?.['subject'])
    // An item of the definition has two words, as `coupons HALF`.
    const isNamed = subject.split(' ').every((word) => path.includes(word)) || named.has(subject)
    return text(after?.['actor']) === auditName && (subject === scope?.appId || isNamed)
  })
  return isGood ? [] : [`changes ${changes.map(describe).join(', ')} and the audit log does not say so`]
}

/** Starting and ending live mode are in the log of live mode, whatever mode the call is in. */
const isGoLive = ({ table, after }: RowChange, scope: Scope | null): boolean =>
  table === 'audit_log' &&
  ['app.go-live', 'app.end-live'].includes(text(after?.['act'])) &&
  after?.['app_id'] === scope?.appId

const isOwnDraft = ({ table, before, after }: RowChange, auditName: string): boolean =>
  table === 'content_drafts' && text(before?.['author']) === auditName && text(after?.['author']) === auditName

/** Rows about the people of the caller's own app, who are members of app_console, and their log in both modes. */
function isOfTeam({ table, before, after }: RowChange, scope: Scope | null): boolean {
  const row = after ?? before
  const appId = text(row?.['app_id'])
  if (table === 'staff_accounts' || table === 'console_sessions') return true
  // Goes with the account of a person who leaves the last team.
  if (table === 'second_factor_deadlines' && !after) return true
  if (table === 'staff_roles' || table === 'staff_invitations') return appId === scope?.appId
  if (table === 'audit_log') return appId === scope?.appId && text(row?.['act']).startsWith('staff.')
  return appId === 'app_console'
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function memberOf({ table, before, after }: RowChange): string | null {
  const row = after ?? before
  return row ? text(table === 'members' ? row['id'] : row['member_id']) : null
}

const describe = ({ table, before, after }: RowChange): string => {
  const columns = Object.keys({ ...before, ...after })
  const changed = columns.filter((column) => text(before?.[column]) !== text(after?.[column]))
  if (!before) return `a new row of ${table}`
  return after ? `${changed.join(', ')} of ${table}` : `${table}, where a row is gone`
}

/** App and mode by ID, for the initial data. */
function scopesOf({ database, who }: AccessWorld): ReadonlyMap<string, string> {
  const people: readonly Person[] = Object.values(who)
  const scopes = new Map(people.map(({ id, appId, mode }) => [id, `${appId} ${mode}`]))
  const rows = database.tables.flatMap((table) => database.kept(table))
  for (const row of rows) {
    const {
      id,
      app_id: appId,
      mode,
      member_id: memberId,
    } = { id: '', app_id: '', mode: '', member_id: '', ...Object(row) }
    const scope = appId && mode ? `${appId} ${mode}` : scopes.get(memberId)
    if (id && scope) scopes.set(id, scope)
  }
  return scopes
}
