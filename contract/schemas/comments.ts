import * as v from 'valibot'
import { commentOrders, commentVotes, subscriptionActions } from '../comments'
import type { Comment } from '../comments'
import { contentNode, customFieldValue } from '../entities'
import type { commentEndpoints } from '../endpoints/comments'
import { CHANNEL_KEY_MAX_CHARS, COMMENT_MAX_CHARS, COMMENTS_PER_PAGE_MAX, COMMENTS_PER_PAGE_DEFAULT } from '../limits'
import type { ChannelInfo } from '../types/channel'
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

/** Numbers are text in a query. */
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

/** Ours, next to `totalCount`: a page may end before `limit` because of its size. */
const pageEnd = {
  hasMore: v.boolean(),
  /** `after` for the next page. Null: the page is empty. */
  endCursor: v.nullable(v.string()),
}

const vote = v.picklist(commentVotes, 'invalid-field-value')
const done = v.object({ success: v.literal(true) })

export const comment = v.object({
  id: v.string(),
  internalOrder: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  content: v.string(),
  nodes: v.array(contentNode),
  member: v.object({
    id: v.string(),
    customFields: v.record(v.string(), customFieldValue),
    profileImage: v.nullable(v.string()),
    isModerator: v.boolean(),
  }),
  _count: v.object({ Threads: v.number(), likedBy: v.number(), dislikedBy: v.number() }),
  activeMemberVote: v.picklist(commentVotes),
  activeMemberMayEdit: v.boolean(),
}) satisfies v.GenericSchema<Comment>

export const channelInfo = v.object({
  channelKey: v.string(),
  totalCount: v.number(),
  subscription: v.picklist(subscriptionActions),
  isModerator: v.boolean(),
  typing: v.array(
    v.object({
      id: v.string(),
      customFields: v.record(v.string(), customFieldValue),
      profileImage: v.nullable(v.string()),
    }),
  ),
  version: v.string(),
  postsVersion: v.string(),
}) satisfies v.GenericSchema<ChannelInfo>

export const commentSchemas = {
  getChannelInfo: {
    input: v.object({ channelKey }),
    output: channelInfo,
  },
  subscribeToChannel: {
    input: v.object({ channelKey, action: v.picklist(subscriptionActions, 'invalid-field-value') }),
    output: v.object({ channelKey: v.string(), subscription: v.picklist(subscriptionActions) }),
  },
  postIsTyping: { input: v.object({ channelKey }), output: done },
  getPosts: {
    input: v.object({ channelKey, ...page }),
    output: v.object({ posts: v.array(comment), totalCount: v.number(), ...pageEnd }),
  },
  createPost: {
    /** `_url` of the page, for links in emails about the comment. */
    input: v.object({ channelKey, content, _url: v.optional(v.string('invalid-field-type')) }),
    output: comment,
  },
  updatePost: { input: v.object({ content }), output: comment },
  postVote: { input: v.object({ vote }), output: comment },
  deletePost: { input: nothing, output: v.object({ id: v.string() }) },
  getThreads: {
    input: v.object({ postId: id, ...page }),
    output: v.object({ threads: v.array(comment), totalCount: v.number(), ...pageEnd }),
  },
  createThread: { input: v.object({ postId: id, content }), output: comment },
  updateThread: { input: v.object({ content }), output: comment },
  threadVote: { input: v.object({ vote }), output: comment },
  deleteThread: { input: nothing, output: v.object({ id: v.string() }) },
} satisfies SchemasFor<typeof commentEndpoints>
