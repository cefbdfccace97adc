/** A text with its `{email}` filled in, kept apart from the direction of the words around it. */
export function WithEmail({ text, email }: { text: string; email: string }) {
  const [before, ...after] = text.split('{email}')
  return (
    <>
      {before}
      {after.length > 0 && <bdi>{email}</bdi>}
      {after.join('')}
    </>
  )
}
