import { pageHeaders } from './layout'

/** Sends the browser on after a form, so that a reload repeats nothing. */
export function redirectTo(url: string): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, Location: url } })
}
