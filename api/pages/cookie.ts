export interface CookieOptions {
  path: string
  /** How long it is kept; 0 takes it away. */
  seconds: number
  sameSite: 'Strict' | 'Lax'
  /** PUBLIC_API_URL: over https it never travels otherwise. */
  apiUrl: string
}

/** What a browser sent under a name; null without it. @param header Cookie */
export function readCookie(header: string | null, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null
}

/** The value of Set-Cookie: no script reads it. */
export function writeCookie(name: string, value: string, { path, seconds, sameSite, apiUrl }: CookieOptions): string {
  const secure = apiUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** An answer that also sets or takes away a cookie. */
export function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie)
  return response
}
