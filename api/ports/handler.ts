import type { endpoints, EndpointName } from '../../contract/endpoints'
import type { Answer, Input } from '../../contract/schemas'
import type { AppDefinition } from '../features/apps/definition'
import type { Mode } from '../domain/mode'
import type { Awaitable } from './awaitable'
import type { Services } from './services'
import type { CallerPlans, MemberRow } from './store'

/** What the HTTP layer found out before a handler runs. */
export interface RequestContext {
  app: AppDefinition
  mode: Mode
  /** The Origin header, null without one. */
  origin: string | null
  /** The caller's address, as far as TRUST_PROXY believes it. */
  address: string
  /** The logged-in member, null for a visitor or a dead token. */
  member: MemberRow | null
  /** What was read of the member's plans with the session, before anything else was done. */
  callerPlans?: CallerPlans | undefined
  /** Digest of the session token that was sent, whether or not it is good. */
  tokenDigest: string | null
  /** Digest of the `x-visitor-token` header: the browser of somebody who is not logged in. Null without one. */
  visitorDigest: string | null
  /** `referring-path` header: the page that called. */
  path: string
  /** False when the browser says Global Privacy Control: then nothing of a visit is kept. */
  mayTrack: boolean
  /** Aborted when the caller closes the connection; called by what takes long. Absent where nothing can tell. */
  signal?: (() => AbortSignal) | undefined
}

/** Who calls what every app answers alike. */
export type AnonymousContext = Pick<RequestContext, 'origin' | 'address' | 'path' | 'mayTrack'>

/** With access `member` the HTTP layer guarantees a member; an endpoint without an app knows none. */
export type RequestFor<K extends EndpointName> = (typeof endpoints)[K] extends { app: 'none' }
  ? AnonymousContext
  : (typeof endpoints)[K]['access'] extends 'member'
    ? RequestContext & { member: MemberRow }
    : RequestContext

/** A file as an answer. */
export interface FileAnswer {
  /** With its ending, without a path. */
  fileName: string
  mediaType: string
  content: Uint8Array
}

export type AnswerFor<K extends EndpointName> = (typeof endpoints)[K] extends { answer: 'file' }
  ? FileAnswer
  : Answer<K>

/** One endpoint. It checks, acts and answers; it throws ApiError for everything a caller must be told. */
export type Handler<K extends EndpointName> = (
  services: Services,
  request: RequestFor<K>,
  input: Input<K>,
) => Awaitable<AnswerFor<K>>

/** A missing endpoint does not compile. */
export type Handlers = { [K in EndpointName]: Handler<K> }
