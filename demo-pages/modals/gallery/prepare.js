// Must come before the install script: the look of the page, and a fake network between it and the API.
{
  const query = new URLSearchParams(location.search)
  const look = query.get('look')
  const root = document.documentElement
  if (look === 'dark' || look === 'light') root.style.colorScheme = look
  if (query.has('site')) {
    root.dataset.site = query.get('site')
    // That site has its own.
    document.querySelector('link[href="/demo.css"]').disabled = true
  }
  const isArabic = look === 'rtl' || query.get('site') === 'arabic'
  root.lang = query.get('lang') ?? (isArabic ? 'ar' : 'en')
  if (root.lang === 'ar') root.dir = 'rtl'

  /** How the network behaves from now on: `slow` answers come after a minute, while it is `down` none come. */
  window.galleryNetwork = query.get('network') ?? 'up'
  /**
   * The settings of an owner, the data of a member, their team, sessions or an invitation, instead of what app_demo
   * and its member have. Answers wait until it is known.
   */
  const scene = new Promise((resolve) => (window.setGalleryScene = resolve))

  const refusals = []
  /** From now on the API refuses what is asked of this path. */
  window.galleryRefuses = (path, status, body) => void refusals.push({ path, status, body })

  // A browser that cannot use the passkeys of another domain.
  if (query.get('state') === 'other-site' && 'PublicKeyCredential' in window)
    PublicKeyCredential.getClientCapabilities = async () => ({})

  if (query.get('state') === 'last-used') localStorage.setItem('_ms-last', 'google')
  else localStorage.removeItem('_ms-last')

  const realFetch = window.fetch.bind(window)
  /** For the gallery's own needs, whatever the network is said to be. */
  window.galleryFetch = realFetch
  window.fetch = async (input, init) => {
    if (window.galleryNetwork === 'down') throw new TypeError('Failed to fetch')
    if (window.galleryNetwork === 'slow') await wait(60_000, init?.signal)
    const url = input instanceof Request ? input.url : `${input}`
    const refusal = refusals.find(({ path }) => url.endsWith(path))
    if (refusal) return new Response(JSON.stringify(refusal.body), { status: refusal.status })
    if (url.endsWith('/member/sessions')) {
      const { sessions } = await scene
      if (sessions) return new Response(JSON.stringify({ data: sessions }))
    }
    const [, path] = /(\/app|\/app-member|\/member|\/member\/team\/\w+)(?:\?|$)/.exec(url) ?? []
    const { team, invitation } = path ? await scene : {}
    if (invitation && path.endsWith('/invitation')) return new Response(JSON.stringify({ data: invitation }))
    if (team && path.includes('/team/')) return new Response(JSON.stringify({ data: team }))
    const response = await realFetch(input, init)
    return path && response.ok ? configured(response) : response
  }

  const wait = (ms, signal) =>
    new Promise((resolve, reject) => {
      setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })

  const configured = async (response) => {
    const body = await response.json()
    const { data } = body
    const { app, member } = await scene
    // An app, a member, or both.
    Object.assign(data.app ?? (data.plans ? data : {}), app)
    Object.assign(data.member ?? (data.auth ? data : {}), member)
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
  }
}
