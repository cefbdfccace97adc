let loading: Promise<void> | undefined

/**
 * Loads the script of the page's install tag, once, after what the page shows now is painted. These pages use its methods and gate
 * nothing, so nothing is late.
 *
 * @returns settled when the script has run, or when it certainly will not; never rejects
 */
export const loadMembershipScript = (): Promise<void> => (loading ??= nextPaint().then(replaceTag))

/** In the second frame the first is on the screen, or close. At once in a tab that nobody sees: it is not painted. */
function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
}

/**
 * Browsers skip a script of another type, and load a copy without the type. A copy, because the site's policy forbids
 * scripts to set the URL of a script.
 */
function replaceTag(): Promise<void> {
  const tag = document.querySelector('script[data-memberstack-app]')
  if (!tag) return Promise.resolve()
  const script = document.importNode(tag)
  script.removeAttribute('type')
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) script.addEventListener(end, () => resolve(), { once: true })
    tag.replaceWith(script)
  })
}
