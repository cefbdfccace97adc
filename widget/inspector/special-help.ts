import type { RuleHelp } from './rules/rule'
import type { SpecialItemId } from './special-items'

/** What is said of items that are no rule’s and no notice’s. */
export const help = {
  'ready-for-checkout': {
    description:
      'A paid plan was previously selected. The checkout launches only for logged-in members, and only one plan can be bought at a time.',
    helpItems: [
      {
        title: 'How does it go on?',
        description: 'Sign up or log in on this page or another one, in this tab. Then the checkout opens.',
      },
      {
        title: 'How is it dropped?',
        description: 'With a click on an element with data-ms-price:remove="all", or by closing the tab.',
      },
    ],
  },
  'ready-for-signup': {
    description: 'A free plan was selected. It is joined with the next sign-up or login in this tab.',
    helpItems: [
      {
        title: 'How does it go on?',
        description: 'Sign up or log in on this page or another one, in this tab. Then the plan is joined.',
      },
    ],
  },
  'plan-price-clicked': {
    description: 'A plan or a price was clicked on this page. The log below tells what came of it.',
    helpItems: [
      {
        title: 'Nothing seems to happen',
        description:
          'For a visitor the choice waits for the sign-up or login. Let the element lead there: with a link, or with data-ms-modal="signup".',
      },
    ],
  },
  'content-removed': {
    description:
      'This element is not for whoever is looking now, so the widget has taken it off the page. It returns once it may be seen.',
    helpItems: [
      {
        title: 'Seeing it yourself',
        description: 'Log in as a member to whom it applies. The log says what each element needs.',
      },
      {
        title: 'Keeping it in the page',
        description: 'data-ms-gating="hide" on it, or around it, hides it instead.',
      },
    ],
  },
} as const satisfies Record<SpecialItemId, RuleHelp>
