import type { NoticeId } from './rules/notices'
import type { RuleHelp } from './rules/rule'

const names = {
  facebook: 'Facebook',
  google: 'Google',
  linkedin: 'LinkedIn',
  spotify: 'Spotify',
  dribbble: 'Dribbble',
  github: 'GitHub',
} as const

type Provider = keyof typeof names

const provider = (key: Provider): RuleHelp => ({
  description: `This element is recognized as a button for ${names[key]}. The attribute is checked here; this version of the widget does not act on it yet.`,
  helpItems: [
    {
      title: `Is ${names[key]} switched on?`,
      description: 'The App tab lists which ways to log in this app has, under authentication.',
    },
  ],
})

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
