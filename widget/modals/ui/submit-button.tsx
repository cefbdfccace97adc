import type { Texts } from '../texts/default-texts'
import { Button } from './button'

/** Sends the form that it stands in. */
export function SubmitButton({ texts, busy, children }: { texts: Texts; busy: boolean; children: string }) {
  return (
    <Button type="submit" busy={busy} busyLabel={texts.loading_text}>
      {children}
    </Button>
  )
}
