/**
 * Opens the browser's file picker. Its input is ours, made for this one time: it is in no form of the page, and the
 * same file can be chosen again.
 * @param signal gives the picking up
 * @param onPick is not called when the person cancels
 */
export function pickImage(document: Document, signal: AbortSignal, onPick: (file: File) => void): void {
  const input = document.createElement('input')
  const drop = (): void => input.remove()
  input.type = 'file'
  input.accept = 'image/*'
  // A rule of the page for inputs must not show it.
  input.style.setProperty('display', 'none', 'important')
  // Whatever the page does at clicks and changes, this is none of its fields, and gone by the time it would look.
  for (const type of ['click', 'input', 'change', 'cancel'])
    input.addEventListener(type, (event) => event.stopPropagation())
  input.addEventListener('cancel', drop)
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    drop()
    if (file && !signal.aborted) onPick(file)
  })
  signal.addEventListener('abort', drop)
  // Safari on phones never tells what was chosen with an input that is not on the page.
  document.body.append(input)
  input.click()
}
