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

/** What is never in any log: nobody needs it there. */
const NEVER_LOGGED: ReadonlySet<string> = new Set(['token', 'key', 'password', 'hash', 'ticket', 'invite', 'answer'])

const isErrorCode = (code: string): code is ErrorCode => code in errors

/**
 * Sends requests one after the other and says what is wrong with what came of each.
 *
 * @param callers who sends them, by name
 */
export function createJudge(world: AccessWorld, callers: TriedCallers) {
  const scopes = scopesOf(world)
  const owners = new Map(Object.values(world.who).map(({ id, name }) => [id, name]))
  let released = new Set<Canary>()
  let logged = world.logLines.length

  /** Everything is as it was when the world was opened. */
  function restart(): void {
    world.database.restore()
    released = new Set()
    logged = world.logLines.length
  }

  async function tryOut(request: TriedRequest): Promise<{ status: number; problems: string[] }> {
    const caller = callers[request.caller]
    if (!caller) throw new Error(`Nobody is called ${request.caller}.`)
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

  /** What the member made public by this. */
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
    const proved = provedBy(request, said)
    return [
      ...changes.flatMap((change) => {
        const owner = owners.get(memberOf(change) ?? '') ?? caller.person
        const isOthers = owner !== caller.person && !caller.isAdmin && !(owner && proved.has(owner))
        return [
          ...(refused && !mayChangeWhenRefused(change) ? [`is refused and changes ${describe(change)}`] : []),
          ...(isForeign(change, caller.scope) ? [`changes what is another app’s: ${describe(change)}`] : []),
          ...(isOthers && !mayChangeOfOthers(name, change) ? [`changes what is ${owner}’s: ${describe(change)}`] : []),
        ]
      }),
      ...(caller.isAdmin && caller.scope && !refused ? auditProblems(changes, caller.scope, decode(wire.path)) : []),
    ]
  }

  /** Whether a row is known to belong to another app or mode than the caller's. */
  function isForeign({ before, after }: RowChange, scope: Scope | null): boolean {
    const mine = scope ? `${scope.appId} ${scope.mode}` : 'none'
    return [before, after].some((row) => {
      if (!row) return false
      const own = row['app_id'] && row['mode'] ? [`${text(row['app_id'])} ${text(row['mode'])}`] : []
      const ids = Object.entries(row).filter(([column]) => column === 'id' || column.endsWith('_id'))
      const named = ids.flatMap(([, value]) => scopes.get(text(value)) ?? [])
      return [...own, ...named].some((one) => one !== mine)
    })
  }

  /** Paths are logged: what a caller writes there is no secret any more. */
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

/** A request as one searches it for what its sender knew. */
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

/** No change without a word of it: by which key, and of what that was changed. */
function auditProblems(changes: readonly RowChange[], { appId }: Scope, path: string): string[] {
  if (changes.every(({ table }) => table === 'secret_keys')) return []
  const made = changes.filter(({ table, before }) => table === 'audit_log' && before === null)
  const named = new Set(
    changes
      .filter(({ table }) => table !== 'audit_log')
      .flatMap(({ before, after }) => [...Object.values(before ?? {}), ...Object.values(after ?? {})].map(text)),
  )
  const isGood = made.some(({ after }) => {
    const subject = text(after?.['subject'])
    return (
      text(after?.['actor']) === 'admin key tests' &&
      (subject === appId || path.includes(subject) || named.has(subject))
    )
  })
  return isGood ? [] : [`changes ${changes.map(describe).join(', ')} and the audit log does not say so`]
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

/** App and mode by the id of each thing that was there from the start. */
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
