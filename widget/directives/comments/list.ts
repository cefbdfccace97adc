import { COMMENTS_PER_PAGE_DEFAULT, COMMENTS_PER_PAGE_MAX } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import { keepFocus, placeBehind } from '../../lib/dom'
import type { Comment, CommentOrder } from '../../public'
import { $member } from '../../stores/identity'
import { buildNodes } from '../content/build-nodes'
import type { ChannelState } from './channel-state'
import { type Source, threadsOf } from './source'

/** One comment on the page. */
export interface Row {
  list: List
  comment: Comment
  /** A copy of the list's template. */
  element: HTMLElement
  /** What the page shows of its words, as they could be typed; of what is hidden a browser forgets the lines. */
  text: () => string
  /** These words when its form was opened. */
  written: string
  /** Whether its form is open. */
  isEdited: boolean
  /** Of a post. */
  threads: List | undefined
}

/** The posts of a channel, or the threads of a post. */
export interface List {
  level: 'post' | 'thread'
  source: Source
  /** What the author wrote for one of them: copies of it stand before it. */
  template: HTMLElement | undefined
  order: CommentOrder
  /** How many are to show. */
  wanted: number
  /** Those that show, in the order of the page. */
  comments: readonly Comment[]
  /** How many there are; undefined until that is known. */
  size: () => number | undefined
  /** Number of the newest that was seen; undefined where others are to come that are no news. */
  newest: number | undefined
  isOpen: boolean
  /** What parts on the page do when something has changed. */
  draws: Set<() => void>
  /** Asks for what is to show and shows it, the threads of each post too. @param isLate whether something newer shows */
  load: (isLate: () => boolean) => Promise<void>
  /** Puts the comments on the page. */
  place: () => void
  draw: () => void
  clear: () => void
}

const atFirst = { wanted: COMMENTS_PER_PAGE_DEFAULT, comments: [], newest: undefined }

/** @param post that is answered, for threads */
export function createList(channel: ChannelState, level: List['level'], source: Source, post?: Row): List {
  const rows = new Map<string, Row>()
  let total: number | undefined
  const list: List = {
    level,
    source,
    template: undefined,
    order: post ? 'oldest' : 'newest',
    ...atFirst,
    size: () => (post ? post.comment._count.Threads : total),
    isOpen: !post?.element.querySelector(withAttribute(attributes.post, 'showThreads')),
    draws: new Set(),
    async load(isLate) {
      const [comments, now] = await readAll(list)
      if (isLate()) return
      total = now
      list.comments = comments
      list.place()
      tellNews(channel, list)
      await Promise.all(
        [...rows.values()].map(async ({ threads }) => {
          // Where nobody has answered there is nothing to ask for.
          if (threads?.isOpen && (threads.size() || threads.comments.length > 0)) await threads.load(isLate)
        }),
      )
    },
    place: () => placeRows(channel, list, rows),
    draw() {
      for (const draw of list.draws) draw()
      for (const { threads } of rows.values()) threads?.draw()
    },
    clear() {
      Object.assign(list, atFirst)
      total = undefined
      list.place()
    },
  }
  return list
}

/** Rows are kept by id, and none is moved without need: what somebody writes in one, or points at, stays. */
function placeRows(channel: ChannelState, list: List, rows: Map<string, Row>): void {
  const { document } = channel.context
  const { comments, template } = list
  for (const [id, { element }] of rows) {
    if (comments.some((comment) => comment.id === id)) continue
    const lost = element.contains(document.activeElement) && placeBehind(element)
    element.remove()
    rows.delete(id)
    if (lost) keepFocus(lost)
  }
  if (!template) return
  comments.reduceRight<Element>((next, comment) => {
    const row = rows.get(comment.id) ?? makeRow(channel, list, comment, template)
    const { element } = row
    rows.set(comment.id, row)
    row.comment = comment
    if (element.nextElementSibling !== next) next.before(element)
    return element
  }, template)
}

function makeRow(channel: ChannelState, list: List, comment: Comment, template: HTMLElement): Row {
  const { document, client } = channel.context
  const element = document.importNode(template, true)
  element.id = comment.id
  element.hidden = false
  const row: Row = { list, comment, element, text: () => '', written: '', isEdited: false, threads: undefined }
  if (list.level === 'post') row.threads = createList(channel, 'thread', threadsOf(client, comment.id), row)
  channel.rows.set(element, row)
  return row
}

/** As many as are to show, from the start: so what has changed among them meanwhile is right as well. */
async function readAll(list: List): Promise<[comments: Comment[], total: number]> {
  const { order, source } = list
  const found: Comment[] = []
  for (;;) {
    const last = found.at(-1)
    const limit = Math.min(list.wanted - found.length, COMMENTS_PER_PAGE_MAX)
    const { comments, total } = await source.page({ order, limit, ...(last && { after: last.internalOrder }) })
    // What comes on top pushes nothing off the end.
    if (order === 'newest' && !last) list.wanted += Math.max(0, total - (list.size() ?? total))
    found.push(...comments)
    if (comments.length === 0 || found.length >= Math.min(list.wanted, total)) return [found, total]
  }
}

/** Of others they are read aloud; the focus stays where it is. */
function tellNews({ tell, voice, context }: ChannelState, list: List): void {
  const { comments, level, newest } = list
  list.newest = Math.max(newest ?? 0, ...comments.map(numberOf))
  const news = comments.filter((comment) => newest !== undefined && numberOf(comment) > newest)
  for (const comment of news) tell(level, { comment })
  const others = news.filter(({ member }) => member.id !== $member.get()?.id)
  if (others.length > 0) voice.replaceChildren(...others.flatMap(({ nodes }) => buildNodes(nodes, context.document)))
}

const numberOf = ({ internalOrder }: Comment): number => Number(internalOrder)
