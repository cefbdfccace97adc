/** What a person types or presses, page by page. */
export type Press = Record<string, string>

/**
 * Acts like a browser: follows redirects, keeps cookies, and sends one form after another, until it reaches the
 * redirect URL.
 */
export async function clickThrough(start: URL, redirectUri: string, presses: Press[]): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = start
  const go = async (init: RequestInit = {}): Promise<void> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies.values()].join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.split('=')[0] ?? '', pair)
    }
    const location = response.headers.get('location')
    if (location === null) return
    url = new URL(location, url)
    if (!url.href.startsWith(`${redirectUri}?`)) await go()
  }
  await go()
  for (const press of presses) await go({ method: 'POST', body: new URLSearchParams(press) })
  if (!url.href.startsWith(`${redirectUri}?`)) throw new Error(`It ended at ${url.pathname}.`)
  return url.searchParams
}
