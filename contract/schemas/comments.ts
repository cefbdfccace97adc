import * as v from 'valibot'
import { commentOrders, commentVotes, subscriptionActions } from '../comments'
import type { Comment } from '../comments'
import type { commentEndpoints } from '../endpoints/comments'
import { CHANNEL_KEY_MAX_CHARS, COMMENT_MAX_CHARS, COMMENTS_PER_PAGE_MAX, COMMENTS_PER_PAGE_DEFAULT } from '../limits'
import { id } from './fields'
import type { SchemasFor } from './schema'

const nothing = v.object({})

const channelKey = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(CHANNEL_KEY_MAX_CHARS, 'field-limit-exceeded'),
  v.regex(/^[^\p{Cc}]+$/u, 'invalid-field-value'),
)

const content = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(COMMENT_MAX_CHARS, 'field-limit-exceeded'),
  v.check((text) => !text.includes('\u0000'), 'invalid-field-value'),
)

/** Numbers travel in an address. */
const number = (max: number, schema = v.string('invalid-field-type')) =>
  v.pipe(
    schema,
    v.regex(/^\d{1,15}$/u, 'invalid-field-value'),
    v.transform(Number),
    v.maxValue(max, 'invalid-field-value'),
  )

const page = {
  after: v.optional(v.nullable(number(Number.MAX_SAFE_INTEGER))),
  order: v.optional(v.picklist(commentOrders, 'invalid-field-value'), 'newest'),
  limit: v.optional(
    v.pipe(number(COMMENTS_PER_PAGE_MAX), v.minValue(1, 'invalid-field-value')),
    String(COMMENTS_PER_PAGE_DEFAULT),
  ),
}

const vote = v.picklist(commentVotes, 'invalid-field-value')
const done = v.object({ success: v.literal(true) })

/** A comment has no fields of unknown shape: what answers one is typed by `Comment`. */
const comment = v.custom<Comment>((value) => typeof value === 'object' && value !== null)

export const commentSchemas = {
  getChannelInfo: {
    input: v.object({ channelKey }),
    output: v.object({
      channelKey: v.string(),
      /** Posts and threads. */
      totalCount: v.number(),
      subscription: v.picklist(subscriptionActions),
      /** Whether the caller moderates. */
      isModerator: v.boolean(),
      /** Who is typing now, as everybody may see them; never the caller. */
      typing: v.array(
        v.object({
          id: v.string(),
          customFields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
          profileImage: v.nullable(v.string()),
        }),
      ),
      /** Changes whenever anything in the channel does: what a page compares to know that it is behind. */
      version: v.string(),
    }),
  },
  subscribeToChannel: {
    input: v.object({ channelKey, action: v.picklist(subscriptionActions, 'invalid-field-value') }),
    output: v.object({ channelKey: v.string(), subscription: v.picklist(subscriptionActions) }),
  },
  postIsTyping: { input: v.object({ channelKey }), output: done },
  getPosts: {
    input: v.object({ channelKey, ...page }),
    output: v.object({ posts: v.array(comment), totalCount: v.number() }),
  },
  createPost: {
    /** `_url` of the page: mails about the comment lead there. */
    input: v.object({ channelKey, content, _url: v.optional(v.string('invalid-field-type')) }),
    output: comment,
  },
  updatePost: { input: v.object({ content }), output: comment },
  postVote: { input: v.object({ vote }), output: comment },
  deletePost: { input: nothing, output: v.object({ id: v.string() }) },
  getThreads: {
    input: v.object({ postId: id, ...page }),
    output: v.object({ threads: v.array(comment), totalCount: v.number() }),
  },
  createThread: { input: v.object({ postId: id, content }), output: comment },
  updateThread: { input: v.object({ content }), output: comment },
  threadVote: { input: v.object({ vote }), output: comment },
  deleteThread: { input: nothing, output: v.object({ id: v.string() }) },
} satisfies SchemasFor<typeof commentEndpoints>
