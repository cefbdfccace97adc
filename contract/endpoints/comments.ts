import type { Endpoint } from './endpoint'

/** The stream that reports changes of channels (server-sent events, not an endpoint of the table). */
export const LIVE_COMMENTS_PATH = '/comments/live'

/** Comment channels: posts, and threads, which reply to a post. Everyone can read, members can write. */
export const commentEndpoints = {
  getChannelInfo: { method: 'GET', path: '/comments/channels/info', access: 'optional' },
  subscribeToChannel: { method: 'POST', path: '/comments/channels/manage-subscription', access: 'member' },
  postIsTyping: { method: 'POST', path: '/comments/posts/typing', access: 'member' },
  getPosts: { method: 'GET', path: '/comments/posts', access: 'optional' },
  createPost: { method: 'POST', path: '/comments/posts', access: 'member' },
  updatePost: { method: 'PATCH', path: '/comments/posts/:postId/update', access: 'member' },
  postVote: { method: 'POST', path: '/comments/posts/:postId/vote', access: 'member' },
  deletePost: { method: 'DELETE', path: '/comments/posts/:postId', access: 'member' },
  getThreads: { method: 'GET', path: '/comments/threads', access: 'optional' },
  createThread: { method: 'POST', path: '/comments/threads', access: 'member' },
  updateThread: { method: 'PATCH', path: '/comments/threads/:threadId/update', access: 'member' },
  threadVote: { method: 'POST', path: '/comments/threads/:threadId/vote', access: 'member' },
  deleteThread: { method: 'DELETE', path: '/comments/threads/:threadId', access: 'member' },
} as const satisfies Record<string, Endpoint>
