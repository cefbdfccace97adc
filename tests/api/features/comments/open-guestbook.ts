import type { Comment } from '../../../../contract/comments'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

export type Writer = Awaited<ReturnType<TestServices['as']>>

export interface Guestbook extends Omit<TestServices, 'call' | 'wait' | 'mails'> {
  call: TestServices['call']
  wait: TestServices['wait']
  mails: TestServices['mails']
  /** Signs up a member; verifies the email on request. */
  join: (name: string, options?: { verified?: boolean }) => Promise<Writer>
  post: (writer: Writer, content: string) => Promise<Comment>
  answer: (writer: Writer, postId: string, content: string) => Promise<Comment>
}

/** An app with comments: `mod@example.com` moderates, "lottery" is blocked. */
export async function openGuestbook(changes: Partial<AppDefinition> = {}): Promise<Guestbook> {
  const services = await openTestServices({
    comments: { moderators: ['mod@example.com'], blockedWords: ['lottery'] },
    verificationMailOnSignup: false,
    captchaRequired: false,
    ...changes,
  })
  return {
    ...services,
    join: async (name, { verified = false } = {}) => {
      const { data } = await services.call('signup', { email: `${name}@example.com`, password: 'correct horse' })
      if (verified) await services.store.members.update(data.member.id, { verified })
      return services.as(data.tokens.accessToken)
    },
    post: async (writer, content) =>
      (
        await services.call(
          'createPost',
          { channelKey: 'guestbook', content, _url: 'http://localhost:4002/page.html' },
          writer,
        )
      ).data,
    answer: async (writer, postId, content) => (await services.call('createThread', { postId, content }, writer)).data,
  }
}
