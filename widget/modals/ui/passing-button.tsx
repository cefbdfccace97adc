import { Button } from './button'

interface PassingButtonProps {
  children: string
  /** What it says instead for now, also to screen readers; false for nothing. */
  now: string | false
  /** What it is about, where several buttons show the same text. */
  about?: string
  onClick: () => void
}

/** A button whose text changes for a while: `copy` to `copied`, `Remove` to `Are you sure?`. */
export function PassingButton({ children, now, about, onClick }: PassingButtonProps) {
  const text = now || children
  return (
    <>
      <Button look="secondary" label={about && `${text} ${about}`} onClick={onClick}>
        {text}
      </Button>
      <output className="visually-hidden">{now}</output>
    </>
  )
}
