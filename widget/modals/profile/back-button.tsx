import type { Texts } from '../texts/default-texts'
import { Button } from '../ui/button'

export function BackButton({ texts, onClick }: { texts: Texts; onClick: () => void }) {
  return (
    <Button look="link" onClick={onClick}>
      {texts.back_button}
    </Button>
  )
}
