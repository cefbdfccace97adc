export interface CookieOptions {
  /** Over http; over https it is `/`, which the name asks for. */
  path: string
  /** How long it is kept; 0 takes it away. */
  seconds: number
  sameSite: 'Strict' | 'Lax'
  /** PUBLIC_API_URL: over https it never travels otherwise. */
  apiUrl: string
}

const isHttps = (apiUrl: string): boolean => apiUrl.startsWith('https:')

/**
 * Over https a browser takes a name with this beginning from this very host alone: no other host of the domain, and nobody
 * between here and there, can plant one. It asks for the path `/` in return.
 */
const fullName = (name: string, apiUrl: string): string => (isHttps(apiUrl) ? `__Host-${name}` : name)

/** What a browser sent under a name; null without it. @param header Cookie */
export function readCookie(header: string | null, name: string, apiUrl: string): string | null {
  const start = `${fullName(name, apiUrl)}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || null
}

/** The value of Set-Cookie: no script reads it. */
export function writeCookie(name: string, value: string, { path, seconds, sameSite, apiUrl }: CookieOptions): string {
  const [where, secure] = isHttps(apiUrl) ? ['/', '; Secure'] : [path, '']
  return `${fullName(name, apiUrl)}=${value}; Path=${where}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** An answer that also sets or takes away a cookie. */
export function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie)
  return response
}
