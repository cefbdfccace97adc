import type { Shown } from '../screen-view'

/** Whether an opening of the test cards has no way out but "continue". Escape then means that too: nobody is trapped. */
export const onlyContinues = ({ name, params }: Shown): boolean =>
  name === 'TEST_CARD' && 'hideCloseButton' in params && params.hideCloseButton
