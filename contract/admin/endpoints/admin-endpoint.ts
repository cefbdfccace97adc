import type { Endpoint } from '../../endpoints/endpoint'

/** One route of the admin API: its path stands below `/admin`. Whoever calls it has a secret key. */
export interface AdminEndpoint extends Pick<Endpoint, 'method' | 'path'> {
  /** `ok`: a 2xx answer is the text `OK`, as the published client expects it. `text`: a file's text. JSON where nothing is said. */
  answer?: 'ok' | 'text'
  /** How the input travels; JSON where nothing is said. With `text` the body is `content`, the rest stands in the query. */
  body?: 'text'
}
