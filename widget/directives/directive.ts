import type { AttributeName } from '../attributes'
import type { MembershipClient } from '../public'
import type { OpenLive } from '../transport/live-channel'

/** What the directives of one page share. */
export interface DirectiveContext {
  client: MembershipClient
  document: Document
  window: Window & typeof globalThis
  /** Opens the stream of a channel of comments; without it the channel is polled. */
  live?: OpenLive
}

/** What one mounted directive gets. */
export interface MountContext extends DirectiveContext {
  /** Aborted when the element leaves the page, when a watched attribute changes, and at the end. */
  signal: AbortSignal
}

/** Undoes what `signal` cannot; listeners with the signal need none. */
export type Cleanup = () => void

/** Starts a directive on one element. */
export type Mount = (element: HTMLElement, context: MountContext) => Cleanup | void

export interface Directive {
  /** For reports in the console. */
  name: string
  /** HTML elements only: a form in an SVG is not a form. */
  selector: string
  /**
   * A change of one of them mounts the directive again, or ends it when the selector no longer matches. Every
   * alternative of the selector must require one of them: other elements are never looked at.
   */
  watches: readonly AttributeName[]
  mount: Mount
}
