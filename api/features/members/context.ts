import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import type { EndpointName, endpoints } from '../../../contract/endpoints'
import { appEndpoints } from '../../../contract/endpoints/app'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { PATH_MAX_CHARS } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { email as emailInput } from '../../../contract/schemas/fields'
import type { Db, Tx } from '../../database/db'
import { requireHttpOrigin } from '../../http/cors'
import { requestHeader } from '../../http/request'
import type { FileAnswer, SerializedAnswer } from '../../http/responses'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition } from '../apps/definition'
import { type IdentifiedApp, identifyApp } from '../apps/identify-app'
import { identifyPreview, isPreviewKey } from '../apps/secret-keys'
import { findMemberByEmail, findMemberById, lockMemberById, type MemberRow } from './repository'
import { type CallerPlans, findSession, findSessionCaller, type SessionCaller } from './repository-sessions'
import { recordSeen } from './workers'

export interface RequestContext {
  app: AppDefinition
  mode: Mode
  origin: string | null
  /** IP address, as far as TRUST_PROXY trusts it. */
  ipAddress: string
  /** Null for a visitor or an expired token. */
  member: MemberRow | null
  callerPlans?: CallerPlans | undefined
  /** User-Agent header, for the member's list of sessions. */
  userAgent?: string | undefined
  /** Digest of the sent session token, valid or not. */
  tokenDigest: string | null
  /** Digest of the `x-visitor-token` header, which identifies a visitor's browser. Null without one. */
  visitorDigest: string | null
  /** `referring-path` header: the calling page. */
  path: string
  /** Version of the calling script, as it says; empty: unknown. */
  scriptVersion?: string | undefined
  /** False under Global Privacy Control: nothing of the visit is stored. */
  mayTrack: boolean
  /** The caller has a preview key: a visitor of a draft, of whom nothing is stored. */
  isPreview?: boolean
  /** Aborted on disconnect, for slow work. Absent without a connection. */
  signal?: (() => AbortSignal) | undefined
}

/** A member, with the definition of their app. */
export interface AppMember {
  app: AppDefinition
  member: MemberRow
}

/** For endpoints that are the same for every app. */
export type AnonymousContext = Pick<RequestContext, 'origin' | 'ipAddress' | 'path' | 'mayTrack'>

/** With access `member` there is a member; without an app there is no member. */
export type RequestFor<K extends EndpointName> = (typeof endpoints)[K] extends { app: 'none' }
  ? AnonymousContext
  : (typeof endpoints)[K]['access'] extends 'member'
    ? RequestContext & { member: MemberRow }
    : RequestContext

export type AnswerFor<K extends EndpointName> = (typeof endpoints)[K] extends { answer: 'file' }
  ? FileAnswer
  : Answer<K>

/** Throws an ApiError for every refusal that the caller may see. */
type Handler<K extends EndpointName> = (
  services: Services,
  request: RequestFor<K>,
  input: Input<K>,
) => Promise<AnswerFor<K> | SerializedAnswer<AnswerFor<K>>>

export type Handlers = { [K in EndpointName]: Handler<K> }

type Scope = Pick<RequestContext, 'app' | 'mode'>

export interface Caller {
  member: MemberRow
  tokenDigest: string | null
}

/**
 * Locks and reads the calling member. A session that ended during the request, for example by a reset, changes nothing.
 * @throws ApiError `client/invalid-token`
 */
export async function lockCaller(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { member, tokenDigest }: Caller,
): Promise<{ current: MemberRow; session: string }> {
  const current = await lockMemberById(tx, member.id)
  const session = tokenDigest === null ? null : await findSession(tx, tokenDigest, clock.now())
  if (!current || session?.memberId !== current.id) throw new ApiError('client/invalid-token')
  return { current, session: session.tokenDigest }
}

/** @param named id, or email in any case */
export async function findMember(db: Db, { app, mode }: Scope, named: string): Promise<MemberRow | null> {
  if (!named.includes('@')) {
    const member = await findMemberById(db, named)
    return member?.appId === app.id && member.mode === mode ? member : null
  }
  const email = v.safeParse(emailInput, named)
  return email.success ? findMemberByEmail(db, app.id, mode, email.output) : null
}

/** @throws ApiError `member-not-found` */
export async function requireMember(db: Db, scope: Scope, named: string): Promise<MemberRow> {
  const member = await findMember(db, scope, named)
  if (!member) throw new ApiError('member-not-found')
  return member
}

/** @throws ApiError `member-not-found` */
export async function lockMember(tx: Tx, scope: Scope, named: string): Promise<MemberRow> {
  const { id } = await requireMember(tx, scope, named)
  const member = await lockMemberById(tx, id)
  if (!member) throw new ApiError('member-not-found')
  return member
}

type CallerServices = Pick<Services, 'store' | 'secrets' | 'clock'>

/** By the request's headers. @throws {ApiError} see `requireHttpOrigin`, `identifyApp` and `authenticate` */
export async function resolveCaller(
  services: CallerServices & Pick<Services, 'urls'>,
  endpoint: Endpoint,
  { headers, ipAddress, signal }: { headers: IncomingHttpHeaders; ipAddress: string; signal?: () => AbortSignal },
): Promise<RequestContext | AnonymousContext> {
  const { app } = endpoint
  const origin = requireHttpOrigin(requestHeader(headers, 'origin'))
  const path = (requestHeader(headers, 'referring-path') ?? '/').slice(0, PATH_MAX_CHARS)
  const mayTrack = requestHeader(headers, 'sec-gpc') !== '1'
  if (app === 'none') return { origin, ipAddress, path, mayTrack }
  const [appId, key] = [requestHeader(headers, 'x-app-id'), requestHeader(headers, 'x-api-key')]
  if (isPreviewKey(key)) {
    requireRead(endpoint)
    const caller = { origin, ipAddress, path, mayTrack: false, isPreview: true, signal, visitorDigest: null } as const
    return { ...caller, ...(await identifyPreview(services, { key, appId })), member: null, tokenDigest: null }
  }
  const identified = await identifyApp(services.store, { appId, key, origin }, services.urls.api)
  const authentication = await authenticate(services, requestHeader(headers, 'authorization'), endpoint, identified)
  return {
    origin,
    ipAddress,
    path,
    mayTrack,
    app: identified.app,
    mode: identified.mode,
    ...authentication,
    signal,
    userAgent: requestHeader(headers, 'user-agent'),
    scriptVersion: versionIn(requestHeader(headers, 'x-user-agent') ?? ''),
    visitorDigest: digestVisitor(services, requestHeader(headers, 'x-visitor-token') ?? ''),
  }
}

const isRead = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'GET' || path === appEndpoints.getAppAndMember.path

/** A preview shows the app to a visitor and stores nothing. @throws ApiError `preview-only`, `login-required` */
function requireRead(endpoint: Endpoint): void {
  if (!isRead(endpoint)) throw new ApiError('preview-only')
  if (endpoint.access === 'member') throw new ApiError('login-required')
}

/** `@memberstack/client@1.2.3`, as the script sends it. */
const versionIn = (agent: string): string =>
  /^@memberstack\/client@(\d{1,4}\.\d{1,4}\.\d{1,4})$/u.exec(agent)?.[1] ?? ''

/** Session tokens are shorter; longer ones are not worth hashing. */
const TOKEN_MAX_CHARS = 256

/**
 * Only the Authorization header identifies a member. Cookies are never read, so no page can use a browser's stored state (CSRF). A token of
 * another app or mode is treated as expired.
 * @throws {ApiError} with access `member`: `login-required` without a token, `client/invalid-token` for an invalid one
 */
async function authenticate(
  services: CallerServices,
  authorization: string | undefined,
  endpoint: Pick<Endpoint, 'access' | 'method' | 'path'>,
  identified: IdentifiedApp,
): Promise<Pick<RequestContext, 'member' | 'callerPlans' | 'tokenDigest'>> {
  const { access } = endpoint
  const token = bearer(authorization)
  if (token === null) {
    if (access === 'member') throw new ApiError('login-required')
    return { member: null, tokenDigest: null }
  }
  const tokenDigest = services.secrets.digest(token)
  const found = access === 'public' ? null : await findSessionCaller(services.store, tokenDigest, services.clock.now())
  if (found && isOf(identified, found) && (!found.isFormer || isRead(endpoint))) {
    recordSeen(services.store, { appId: found.appId, tokenDigest }, services.clock.now())
    return { member: found.member, callerPlans: found.plans, tokenDigest }
  }
  if (access === 'member') throw new ApiError('client/invalid-token')
  return { member: null, tokenDigest }
}

function bearer(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)$/iu.exec(authorization?.trim() ?? '')?.[1]
  return token === undefined ? null : token.slice(0, TOKEN_MAX_CHARS)
}

const isOf = ({ app, mode }: IdentifiedApp, caller: SessionCaller): boolean =>
  caller.appId === app.id && caller.mode === mode

/** 32 bytes in base64url. Others are ignored, so that a client cannot choose a weak token. */
const VISITOR_TOKEN = /^[\w-]{43}$/u

const digestVisitor = ({ secrets }: Pick<Services, 'secrets'>, token: string): string | null =>
  VISITOR_TOKEN.test(token) ? secrets.digest(token) : null
