import type { Texts } from './texts/default-texts'
import { Button } from './ui/button'
import { Heading } from './ui/heading'
import { Spinner } from './ui/spinner'

interface LoadingProps {
  texts: Texts
  title: string
  titleId: string
}

/** Stands in until what the screen needs is known. */
export function Loading({ texts, title, titleId }: LoadingProps) {
  return (
    <div className="loading" part="loading">
      <div className="visually-hidden">
        <Heading id={titleId} focused>
          {title}
        </Heading>
      </div>
      <Spinner />
      <output>{texts.loading_text}</output>
    </div>
  )
}

/** What the screen needs could not be had; the close button of the dialog is the other way out. */
export function LoadError({ texts, titleId, onRetry }: Omit<LoadingProps, 'title'> & { onRetry: () => void }) {
  return (
    <div className="load-error" part="load-error">
      <Heading id={titleId} focused>
        {texts.load_error_title}
      </Heading>
      <p role="alert">{texts.load_error_message}</p>
      <Button onClick={onRetry}>{texts.retry_button}</Button>
    </div>
  )
}
