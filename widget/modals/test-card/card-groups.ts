import { type TestCard, testCards } from '../../../contract/test-cards'
import type { TextKey } from '../texts/default-texts'

/** What each card is called. */
export const cardNames = {
  main: 'test_card_visa',
  visa: 'test_card_visa',
  mastercard: 'test_card_mastercard',
  amex: 'test_card_amex',
  'generic-decline': 'test_card_generic_decline',
  'insufficient-funds': 'test_card_insufficient_funds',
} as const satisfies Record<TestCard['name'], TextKey>

const [main, ...others] = testCards

/** The one that the button copies. */
export const mainCard: TestCard = main

/** The others, by how a payment with them ends. */
export const cardGroups: readonly { title: TextKey; cards: readonly TestCard[] }[] = [
  { title: 'test_successful_payments', cards: others.filter(({ outcome }) => outcome === 'paid') },
  { title: 'test_declined_payments', cards: others.filter(({ outcome }) => outcome !== 'paid') },
]
