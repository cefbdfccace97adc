import { type AttributeName, type MountName, pageAttributes, withAttribute } from '../attributes'
import { createGate, type Gate } from '../gating/gate'
import { isTag } from '../lib/dom'
import { domParsed, pageScriptsRan } from '../lib/page-lifecycle'
import { HOSTED_CHECKOUT } from '../lib/urls'
import { waitUntilReady } from '../stores/app'
import { $message } from '../stores/feedback'
import type { Directive, DirectiveContext } from './directive'
import { startEngine } from './engine'
import { guardForms } from './forms/guard-forms'
import { hiddenAtFirst } from './hidden-at-first'
import { preventHtmxBoost } from './htmx'
import { createPageMounts, openHostedCheckout, type PageMounts, startMessages } from './on-demand'

export interface DirectiveEngine {
  /** Unmounts all directives and stops listening. Hidden and removed content stays so. */
  stop(): void
  /** Mounts the directives of attributes that were just written. */
  flush(this: void): void
  /** Resolves once the first gating and the first member texts are applied. */
  settled(): Promise<void>
}

/** Starts the directives of a page. Call it as early as possible: it closes the gates. */
export function startDirectives(context: DirectiveContext): DirectiveEngine {
  const { document, window } = context
  guardForms(window)
  const gate = createGate(document, window, hiddenAtFirst)
  const stopMessages = onFirstMessage(() => startMessages(document, window))
  const endHtmx = preventHtmxBoost(window)
  const endLinks = followHostedCheckouts(context)
  const engine = startEngine(pageDirectives(gate), context)
  let stopped = false
  const finishFirstPass = async (): Promise<void> => {
    await domParsed(document)
    if (stopped) return
    engine.flush()
    await removing
    // Elements denied during parsing can be removed now.
    if (!stopped) gate.apply()
  }
  const startRemoving = async (): Promise<void> => {
    await pageScriptsRan(window)
    if (!stopped) gate.startRemoving()
  }
  const removing = startRemoving()
  const firstPass = finishFirstPass()
  return {
    stop() {
      stopped = true
      gate.stop()
      engine.stop()
      stopMessages()
      endHtmx()
      endLinks()
    },
    flush: () => engine.flush(),
    async settled() {
      await Promise.all([firstPass, waitUntilReady()])
      if (!stopped) engine.flush()
    },
  }
}

/** Links to Memberstack's hosted checkout open ours. @returns stops that */
function followHostedCheckouts({ client, document, window }: DirectiveContext): () => void {
  const onClick = (event: Event): void => {
    const { target } = event
    const link = target instanceof Element ? target.closest(`a[href*="${HOSTED_CHECKOUT}"]`) : null
    if (link && isTag(link, 'a') && !event.defaultPrevented) openHostedCheckout(link, event, { client, window })
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}

/** @returns stops waiting, or what `start` started */
function onFirstMessage(start: () => () => void): () => void {
  let end = $message.listen(() => {
    end()
    end = start()
  })
  return () => end()
}

/** All directives of a page, in the order of the rows. The mounts are created for the first element that needs one. */
export function pageDirectives(gate: Gate): readonly Directive[] {
  let mounts: PageMounts | undefined
  const directives = new Map<MountName, Directive & { watches: AttributeName[] }>()
  for (const { name, mount, selector = '' } of pageAttributes) {
    if (!mount) continue
    const before = directives.get(mount)
    const own = withAttribute(name) + selector
    directives.set(mount, {
      name: before ? `${before.name}, ${name}` : name,
      selector: before ? `${before.selector},${own}` : own,
      watches: [...(before?.watches ?? []), name],
      mount: (element, context) => (mounts ??= createPageMounts(gate))[mount](element, context),
    })
  }
  for (const { name, remounts } of pageAttributes) if (remounts) directives.get(remounts)?.watches.push(name)
  return [...directives.values()]
}
