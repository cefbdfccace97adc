import type { SecureContent } from '../../../contract/entities'
import { reportProblem } from '../../lib/errors'
import { $member } from '../../stores/identity'
import type { Cleanup, MountContext } from '../directive'
import { keepOutOfHistory } from '../outside-history'
import type { ContentSource } from './content-source'

/**
 * Keeps an element at what the member may see of one piece of hosted content, whoever logs in and out.
 * @param draw is called with the content, and with null as soon as there is none to show
 */
export function followContent(
  element: HTMLElement,
  id: string,
  { client, document, signal }: MountContext,
  source: ContentSource,
  draw: (content: SecureContent | null) => void,
): Cleanup {
  let shown: SecureContent | null = null
  let waiting: Promise<SecureContent | null> | null = null
  let shownTo: string | undefined
  const show = (content: SecureContent | null): void => {
    try {
      draw((shown = content))
    } catch (error) {
      draw((shown = null))
      reportProblem('error', `Hosted content "${id}" could not be shown:`, element, error)
    }
  }
  const take = async (answer: Promise<SecureContent | null>): Promise<void> => {
    element.setAttribute('aria-busy', 'true')
    const content = await answer
    // Somebody else, other plans or another id since.
    if (signal.aborted || answer !== waiting) return
    element.removeAttribute('aria-busy')
    show(content)
  }
  const update = (): void => {
    const member = $member.get()
    const answer = source.load(id, member, client)
    if (answer === waiting) return
    waiting = answer
    // What one member saw is gone before another one's answer is here.
    if (member?.id !== shownTo) show(null)
    shownTo = member?.id
    if (answer) void take(answer)
    else element.removeAttribute('aria-busy')
  }
  keepOutOfHistory(
    document,
    signal,
    () => draw(null),
    () => show(shown),
  )
  // An element that was still being parsed can take it now.
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => shown && show(shown), { signal })
  update()
  const stop = $member.listen(update)
  return () => {
    stop()
    if (waiting) element.removeAttribute('aria-busy')
    draw(null)
  }
}
