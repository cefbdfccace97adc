import { defineTexts, params } from '../texts'

/** Dialogs that change the definition of an app. */
export const editTexts = defineTexts('edit', {
  review: 'Review changes',
  back: 'Back',
  save: 'Save',
  saved: 'Saved.',
  reviewTitle: params('Save these changes to {name}?'),
  changes: 'Changes',
  before: 'Before',
  after: 'After',
  none: 'None',
  yes: 'Yes',
  no: 'No',
})
