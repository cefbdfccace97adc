import type { CommentClient, CommentOrder } from '../public'
import type { ClientContext } from './context'
import { passOn } from './pass-on'

/** Posts and threads of channels. */
export function commentMethods({ call, window }: ClientContext): CommentClient {
  const pass = passOn(call)
  return {
    getChannelInfo: pass('getChannelInfo'),
    subscribeToChannel: pass('subscribeToChannel'),
    postIsTyping: pass('postIsTyping'),
    getPosts: async ({ channelKey, ...page }, options) => call('getPosts', { channelKey, ...pageOf(page) }, options),
    createPost: async ({ channelKey, content }, options) =>
      call('createPost', { channelKey, content, _url: window.location.href }, options),
    updatePost: pass('updatePost'),
    postVote: pass('postVote'),
    deletePost: pass('deletePost'),
    getThreads: async ({ postId, ...page }, options) => call('getThreads', { postId, ...pageOf(page) }, options),
    createThread: pass('createThread'),
    updateThread: pass('updateThread'),
    threadVote: pass('threadVote'),
    deleteThread: pass('deleteThread'),
  }
}

/** As an address carries it: texts, and nothing for what is not said. */
const pageOf = ({ after, order, limit }: { after?: string | number; order?: CommentOrder; limit?: number }) => ({
  ...(after !== undefined && { after: String(after) }),
  ...(order !== undefined && { order }),
  ...(limit !== undefined && { limit: String(limit) }),
})
