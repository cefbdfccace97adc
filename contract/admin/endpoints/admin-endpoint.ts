import type { Endpoint } from '../../endpoints/endpoint'
import type { Right, ServerRight } from '../rights'

/** One route of the admin API, below `/admin`. Its callers have a secret key, or are people of the console. */
export interface AdminEndpoint extends Pick<Endpoint, 'method' | 'path'> {
  /** The right that the caller's role or key must include. Several: one of them; the handler then requires those of what changes. */
  right: Right | ServerRight | readonly Right[]
  /** A person must have confirmed a password within the last minutes (`STEP_UP_MS`). Keys need not. */
  stepUp?: true
  /** Only for people: refuses keys. */
  console?: true
  /** Not about one app: a person sends no `Console-App`. */
  scope?: 'server'
  /**
   * `ok`: a 2xx response is the text `OK`, as the published client expects. `text`: the text of a file. Default: JSON.
   */
  answer?: 'ok' | 'text'
  /** How the input is sent. `text`: the body is `content`, the rest is in the query. Default: JSON. */
  body?: 'text'
}
