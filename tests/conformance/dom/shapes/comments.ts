import * as v from 'valibot'
import { answered, moment, textOrNone } from './answered'

const common = {
  id: v.pipe(v.string(), v.startsWith('cmt_sb_')),
  internalOrder: v.string(),
  createdAt: moment,
  content: v.string(),
  member: v.object({ id: v.string(), customFields: v.record(v.string(), v.unknown()), profileImage: textOrNone }),
}

/** `Payload.Transforms.Post`. */
const post = v.object({
  ...common,
  _count: v.object({ Threads: v.number(), likedBy: v.number(), dislikedBy: v.number() }),
})

/** `Payload.Transforms.Thread`. */
const thread = v.object({ ...common, _count: v.object({ Threads: v.number(), likedBy: v.number() }) })

/** `GetPostsPayload`. */
export const posts = answered(v.object({ posts: v.array(post), totalCount: v.number() }))

/** `GetThreadsPayload`. */
export const threads = answered(v.object({ threads: v.array(thread) }))

/** `CreatePostPayload`, `UpdatePostPayload`. */
export const onePost = answered(post)

/** `CreateThreadPayload`, `UpdateThreadPayload`. */
export const oneThread = answered(thread)

/** `getChannelInfo`: the d.ts promises only an object. */
export const channel = answered(v.record(v.string(), v.unknown()))
