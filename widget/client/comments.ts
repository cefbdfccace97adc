import type { CommentClient, CommentOrder } from '../public'
import type { ClientContext } from './context'

/** Posts and threads of channels. */
export function commentMethods({ call, window }: ClientContext): CommentClient {
  return {
    getChannelInfo: async (params, options) => call('getChannelInfo', { ...params }, options),
    subscribeToChannel: async (params, options) => call('subscribeToChannel', { ...params }, options),
    postIsTyping: async (params, options) => call('postIsTyping', { ...params }, options),
    getPosts: async ({ channelKey, ...page }, options) => call('getPosts', { channelKey, ...pageOf(page) }, options),
    createPost: async ({ channelKey, content }, options) =>
      call('createPost', { channelKey, content, _url: window.location.href }, options),
    updatePost: async (params, options) => call('updatePost', { ...params }, options),
    postVote: async (params, options) => call('postVote', { ...params }, options),
    deletePost: async ({ postId }, options) => call('deletePost', { postId }, options),
    getThreads: async ({ postId, ...page }, options) => call('getThreads', { postId, ...pageOf(page) }, options),
    createThread: async ({ postId, content }, options) => call('createThread', { postId, content }, options),
    updateThread: async (params, options) => call('updateThread', { ...params }, options),
    threadVote: async (params, options) => call('threadVote', { ...params }, options),
    deleteThread: async ({ threadId }, options) => call('deleteThread', { threadId }, options),
  }
}

/** As an address carries it: texts, and nothing for what is not said. */
const pageOf = ({ after, order, limit }: { after?: string | number; order?: CommentOrder; limit?: number }) => ({
  ...(after !== undefined && { after: String(after) }),
  ...(order !== undefined && { order }),
  ...(limit !== undefined && { limit: String(limit) }),
})
