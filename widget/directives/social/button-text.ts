import { isTag } from '../../lib/dom'
import { isText } from '../own-content'
import { DISCONNECT } from './disconnect-control'

export interface ButtonText {
  /** Its words as their author wrote them. */
  authored: string
  /** Shows the text in place of the author's. */
  show(): void
  /** Puts the author's own back. */
  restore(): void
}

/** Where a button's words stand. */
type Holder = Text | Attr | HTMLInputElement

/**
 * Lends the words of a button to a text of ours; an icon beside them stays, and so do all nodes.
 * @param copied what the author wrote, where this button is a copy of one whose words were lent
 */
export function createButtonText(button: HTMLElement, text: string, copied: string | undefined): ButtonText {
  const lent = new Map<Holder, readonly [before: string, ours: string]>()
  const lend = (holder: Holder | null, words: string): void => {
    if (!holder) return
    const [before = '', last] = lent.get(holder) ?? []
    const now = read(holder)
    // What we did not write came from the page's script since: that is the author's text now.
    const theirs = last === now ? before : now
    // The space around it parts it from what stands beside it.
    const ours = theirs.replace(/\S.*\S|\S/s, () => words)
    lent.set(holder, [theirs, ours])
    if (now !== ours) write(holder, ours)
  }
  const words = (): Holder[] => wordsOf(button).filter((holder) => lent.has(holder) || read(holder).trim() !== '')
  const [first] = words()
  if (first && copied !== undefined && read(first).trim() === text) write(first, copied)
  return {
    authored: words().map(read).join(''),
    show() {
      words().forEach((holder, index) => lend(holder, index ? '' : text))
      lend(button.getAttributeNode('aria-label'), text)
    },
    restore() {
      for (const [holder, [before, ours]] of lent) if (read(holder) === ours) write(holder, before)
      lent.clear()
    },
  }
}

const read = (holder: Holder): string => ('data' in holder ? holder.data : holder.value)

function write(holder: Holder, text: string): void {
  if ('data' in holder) holder.data = text
  else holder.value = text
}

function wordsOf(button: HTMLElement): Holder[] {
  if (isTag(button, 'input')) return [button]
  const walker = button.ownerDocument.createTreeWalker(button, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isText(node) && !node.parentElement?.closest(DISCONNECT)) texts.push(node)
  return texts
}
