import { COMMENTS_PER_PAGE_DEFAULT, COMMENTS_PER_PAGE_MAX } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import { keepFocus, placeBehind } from '../../lib/dom'
import type { ChannelEvents, ChannelInfo, Comment, CommentOrder, CommentVote, MembershipClient } from '../../public'
import { $member } from '../../stores/identity'
import { buildNodes } from '../content-nodes'
import type { DirectiveContext } from '../directive'

/** Shared by all parts of one channel. */
export interface ChannelState {
  context: DirectiveContext
  key: () => string
  /** The latest response. */
  info: ChannelInfo | undefined
  /** The comment that an element of a list shows. */
  rows: WeakMap<Element, Row>
  /** An invisible live region. */
  liveRegion: Element
  /** Requests everything shown. @throws MembershipError */
  update: () => Promise<void>
  /** Notifies the page's scripts through `window.$msChannelEvents`. */
  notify: <Name extends keyof ChannelEvents>(name: Name, detail: Omit<ChannelEvents[Name], 'channelKey'>) => void
}

/** One comment on the page. */
export interface Row {
  list: List
  comment: Comment
  /** A copy of the list's template. */
  element: HTMLElement
  /** Its visible text, as typed. Browsers drop the line breaks of a hidden element. */
  text: () => string
  /** That text when its form was opened. */
  written: string
  /** Whether its form is open. */
  isEdited: boolean
  /** Of a post only. */
  threads: List | undefined
}

/** The posts of a channel, or the threads of a post. */
export interface List {
  level: 'post' | 'thread'
  source: Source
  /** The author's element for one comment. Its copies go before it. */
  template: HTMLElement | undefined
  order: CommentOrder
  /** Number to show. */
  wanted: number
  /** The shown comments, in page order. */
  comments: readonly Comment[]
  /** Total number; undefined while unknown. */
  size: () => number | undefined
  /** Number of the newest comment seen; undefined while older ones load, which are not announced. */
  newest: number | undefined
  isOpen: boolean
  /** Called after every change. Each updates one part of the page. */
  draws: Set<() => void>
  /**
   * Requests and shows the wanted comments, with the threads of each post. @param isLate whether newer data is shown
   */
  load: (isLate: () => boolean) => Promise<void>
  /** Puts the comments on the page. */
  place: () => void
  draw: () => void
  clear: () => void
}

export const orderOf = (value: string | null): CommentOrder => (value === 'oldest' ? 'oldest' : 'newest')

const initial = { wanted: COMMENTS_PER_PAGE_DEFAULT, comments: [], newest: undefined }

/** @param post whose threads these are; without it, these are posts */
export function createList(channel: ChannelState, level: List['level'], source: Source, post?: Row): List {
  const rows = new Map<string, Row>()
  let total: number | undefined
  const list: List = {
    level,
    source,
    template: undefined,
    order: post ? 'oldest' : 'newest',
    ...initial,
    size: () => (post ? post.comment._count.Threads : total),
    isOpen: !post?.element.querySelector(withAttribute(attributes.post, 'showThreads')),
    draws: new Set(),
    async load(isLate) {
      const [comments, now] = await readAll(list)
      if (isLate()) return
      total = now
      list.comments = comments
      list.place()
      announceNews(channel, list)
      await Promise.all(
        [...rows.values()].map(async ({ threads }) => {
          // A post without threads needs no request.
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
      Object.assign(list, initial)
      total = undefined
      list.place()
    },
  }
  return list
}

/** Rows are kept by ID and moved only if needed, so that drafts and pointers in them survive. */
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

/** Reads everything from the start, so that changed comments are updated too. */
async function readAll(list: List): Promise<[comments: Comment[], total: number]> {
  const { order, source } = list
  const found: Comment[] = []
  for (;;) {
    const last = found.at(-1)
    const limit = Math.min(list.wanted - found.length, COMMENTS_PER_PAGE_MAX)
    const { comments, total } = await source.page({ order, limit, ...(last && { after: last.internalOrder }) })
    // New comments at the top must not push others off the end.
    if (order === 'newest' && !last) list.wanted += Math.max(0, total - (list.size() ?? total))
    found.push(...comments)
    if (comments.length === 0 || found.length >= Math.min(list.wanted, total)) return [found, total]
  }
}

/** Screen readers announce other people's comments. The focus stays. */
function announceNews({ notify, liveRegion, context }: ChannelState, list: List): void {
  const { comments, level, newest } = list
  list.newest = Math.max(newest ?? 0, ...comments.map(numberOf))
  const news = comments.filter((comment) => newest !== undefined && numberOf(comment) > newest)
  for (const comment of news) notify(level, { comment })
  const others = news.filter(({ member }) => member.id !== $member.get()?.id)
  if (others.length > 0)
    liveRegion.replaceChildren(...others.flatMap(({ nodes }) => buildNodes(nodes, context.document)))
}

const numberOf = ({ internalOrder }: Comment): number => Number(internalOrder)

interface PageRequest {
  order: CommentOrder
  limit: number
  after?: string
}

/** The client calls of one list. */
interface Source {
  page(request: PageRequest): Promise<{ comments: Comment[]; total: number }>
  create(content: string): Promise<unknown>
  update(id: string, content: string): Promise<{ data: Comment }>
  vote(id: string, vote: CommentVote): Promise<{ data: Comment }>
  remove(id: string): Promise<unknown>
}

/** @param channelKey called per request: the page may change it */
export const postsOf = (client: MembershipClient, channelKey: () => string): Source => ({
  async page(request) {
    const { data } = await client.getPosts({ channelKey: channelKey(), ...request })
    return { comments: data.posts, total: data.totalCount }
  },
  create: (content) => client.createPost({ channelKey: channelKey(), content }),
  update: (postId, content) => client.updatePost({ postId, content }),
  vote: (postId, vote) => client.postVote({ postId, vote }),
  remove: (postId) => client.deletePost({ postId }),
})

const threadsOf = (client: MembershipClient, postId: string): Source => ({
  async page(request) {
    const { data } = await client.getThreads({ postId, ...request })
    return { comments: data.threads, total: data.totalCount }
  },
  create: (content) => client.createThread({ postId, content }),
  update: (threadId, content) => client.updateThread({ threadId, content }),
  vote: (threadId, vote) => client.threadVote({ threadId, vote }),
  remove: (threadId) => client.deleteThread({ threadId }),
})
