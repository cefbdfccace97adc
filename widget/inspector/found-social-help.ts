import { socialProviders, type SocialProviderKey } from '../../contract/providers'
import type { NoticeId } from './rules/notices'
import type { RuleHelp } from './rules/rule'

const provider = (key: SocialProviderKey): RuleHelp => {
  const name = socialProviders.find((row) => row.key === key)?.name ?? key
  return {
    description: `A click logs in or signs up with ${name}. Inside data-ms-auth="manage-providers" it connects the account.`,
    helpItems: [
      {
        title: `Is ${name} switched on?`,
        description: 'See Authentication in the App tab: it lists every login method of this app.',
      },
    ],
  }
}

const comments = (what: string): RuleHelp => ({
  description: what,
  helpItems: [
    {
      title: 'Which parts do comments have?',
      description:
        'A channel around everything, posts in it, threads below posts, and elements in them that show something of the author.',
    },
  ],
})

/** What is said of social login and of comments. */
export const help = {
  'found-social-facebook': provider('facebook'),
  'found-social-google': provider('google'),
  'found-social-linkedin': provider('linkedin'),
  'found-social-spotify': provider('spotify'),
  'found-social-dribbble': provider('dribbble'),
  'found-social-github': provider('github'),
  'found-channel': comments('This element is recognized as a channel of comments.'),
  'found-post-creator-data': comments('This element is recognized as one that shows something of a post’s author.'),
  'found-thread-creator-data': comments('This element is recognized as one that shows something of a thread’s author.'),
} as const satisfies Partial<Record<NoticeId, RuleHelp>>
