import type { RuleHelp } from './rules/rule'
import type { NoticeId } from './rules/notices'

/** What is said of buttons and links by which something is joined, bought or left. */
export const help = {
  'found-price-add': {
    description:
      'A click buys this price. A member goes to the checkout at once; for a visitor the price waits in this tab until the sign-up or login.',
    helpItems: [
      {
        title: 'Where does a visitor go?',
        description:
          'Where the link leads, or into the dialog that data-ms-modal names. Without either, the click only puts the price aside.',
      },
      {
        title: 'Can several prices be bought at once?',
        description: 'No. Only one plan can be bought at a time; the price clicked last counts.',
      },
    ],
  },
  'found-price-update': {
    description:
      'A click changes what a member pays for now to this price. For a visitor the price waits until the login.',
    helpItems: [
      {
        title: 'What happens to the old price?',
        description: 'It ends when the new one begins. What is left of the paid time counts towards the new price.',
      },
    ],
  },
  'found-price-remove-all': {
    description: 'A click drops the price that waits in this tab. What a member already pays for stays.',
    helpItems: [
      {
        title: 'How does a member cancel?',
        description: 'In the customer portal (data-ms-action="customer-portal"), or in the profile dialog under Plans.',
      },
    ],
  },
  'found-plan-add': {
    description:
      'A click, or on a form its sending, joins these free plans. For a visitor they wait until the sign-up or login.',
    helpItems: [
      {
        title: 'Several plans in one click',
        description: 'Separate their ids by commas: data-ms-plan:add="pln_a, pln_b".',
      },
      { title: 'A plan with a price', description: 'It is bought by its price: data-ms-price:add="prc_…".' },
    ],
  },
  'found-plan-update': {
    description: 'A click makes this the member’s one free plan. Other free plans end; paid plans stay.',
    helpItems: [
      {
        title: 'Keeping the others',
        description: 'Use data-ms-plan:add instead: it joins a plan and ends none.',
      },
    ],
  },
  'found-plan-remove': {
    description: 'A click takes the member out of this free plan.',
    helpItems: [
      {
        title: 'Leaving a paid plan',
        description: 'That is done in the customer portal (data-ms-action="customer-portal").',
      },
    ],
  },
} as const satisfies Partial<Record<NoticeId, RuleHelp>>
