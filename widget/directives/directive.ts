import type { AttributeName } from '../attributes'
import type { MembershipClient } from '../public'
import type { OpenLive } from '../transport/live-channel'

/** What the directives of one page share. */
export interface DirectiveContext {
  client: MembershipClient
  document: Document
  window: Window & typeof globalThis
  /** Opens the stream of a channel of comments; without it the channel is asked now and then. */
  live?: OpenLive
}

/** What one mounted directive is given. */
export interface MountContext extends DirectiveContext {
  /** Aborted when the element leaves the page, when a watched attribute changes, and at the end. */
  signal: AbortSignal
}

/** Undoes what `signal` cannot: listeners that take the signal need none. */
export type Cleanup = () => void

/** Brings a directive to life on one element. */
export type Mount = (element: HTMLElement, context: MountContext) => Cleanup | void

export interface Directive {
  /** As it should read in a report. */
  name: string
  /** What it mounts on. HTML elements only: a form in an SVG is none. */
  selector: string
  /**
   * Attributes whose change mounts the directive anew, or ends it when the selector no longer matches. Each of the
   * selector's alternatives asks for one of them: what carries none is never looked at.
   */
  watches: readonly AttributeName[]
  mount: Mount
}
