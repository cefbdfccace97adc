import { MEMBERSTACK_1_APP, memberstack1Form, memberstack1Link, memberstack1Markup } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import { defineOnRead } from '../../lib/missing-names'
import { reportProblem } from '../../lib/errors'
import { domParsed } from '../../lib/page-lifecycle'
import type { Memberstack1Page } from './client'
import { type Memberstack1Layer, startMemberstack1 } from './start'

const LINK = memberstack1Link()
const FORM = memberstack1Form()
const HASH = '#/ms/'

/**
 * Starts the layer for Memberstack 1.0 (docs/memberstack-1.md) once the page shows that it needs it: by its install tag,
 * its markup, its URL, or a script that reads `window.MemberStack`. Other pages never evaluate the layer.
 * @returns stops it
 */
export function watchMemberstack1(page: Memberstack1Page): () => void {
  const { document, window, isOldTag } = page
  const ending = new AbortController()
  const { signal } = ending
  let layer: Memberstack1Layer | undefined
  const start = (): Memberstack1Layer => (layer ??= startMemberstack1(page, signal))
  const followHash = (): void => {
    if (window.location.hash.startsWith(HASH)) start().followHash()
  }
  const startIfNeeded = (): void => {
    if (signal.aborted) return
    if (unclobbered(document).querySelector(memberstack1Markup)) start()
    followHash()
  }
  if (isOldTag) {
    start()
    adviseOnTag(document)
  }
  const removeGlobal = defineOnRead(window, 'MemberStack', () => start().memberStack)
  // Forms and links may be added at any time. Each use starts with one of these events.
  const onUse = ({ target }: Event): void => {
    if (!layer && target instanceof Element && target.closest(memberstack1Markup)) start()
  }
  const onClick = (event: MouseEvent): void => {
    onUse(event)
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>(LINK) : null
    if (link) layer?.press(link, event)
  }
  // Last: a page may ask before a logout, and prevent it.
  const onSubmit = (event: SubmitEvent): void => {
    const { target, defaultPrevented } = event
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return
    if (unclobbered(target).matches(FORM)) layer?.submit(target, event)
  }
  window.addEventListener('click', onClick, { signal, capture: true })
  window.addEventListener('submit', onSubmit, { signal })
  for (const type of ['focusin', 'submit']) window.addEventListener(type, onUse, { signal, capture: true })
  window.addEventListener('hashchange', followHash, { signal })
  void domParsed(document).then(startIfNeeded)
  return () => {
    ending.abort()
    removeGlobal()
  }
}

function adviseOnTag(document: Document): void {
  const tag = document.querySelector(`script[${MEMBERSTACK_1_APP}]`)
  const id = tag?.getAttribute(MEMBERSTACK_1_APP)?.trim() ?? ''
  const appId = id.startsWith('app_') ? id : `app_${id}`
  const advice = `Write data-memberstack-app="${appId}" instead.`
  reportProblem('warn', `${MEMBERSTACK_1_APP} is the install tag of Memberstack 1.0. ${advice}`, tag)
}
