import { Fragment } from 'react'

/** A text with its `{email}` filled in, kept apart from the direction of the words around it. */
export function WithEmail({ text, email }: { text: string; email: string }) {
  return text.split('{email}').map((words, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text are told apart by their place alone
    <Fragment key={place}>
      {place > 0 && <bdi>{email}</bdi>}
      {words}
    </Fragment>
  ))
}
