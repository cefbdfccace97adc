import { useEffect, useId, useRef } from 'react'
import type { ScreenProps } from './screen'
import type { TextKey, Texts } from './texts/english'
import { Button } from './ui/button'
import { Heading } from './ui/heading'

interface QuestionProps {
  texts: Texts
  titleId: string
  title: TextKey
  message: TextKey
  /** Names the deleted thing in the page's language. */
  quote?: string | undefined
  /** Label of the button that deletes. */
  button: TextKey
  /** Label of the other one. */
  cancel?: TextKey
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is deleted or discarded. The first button, which has the focus, cancels. */
export function Question(props: QuestionProps) {
  const { texts, titleId, title, message, quote, button, cancel = 'cancel_button', onConfirm, onCancel } = props
  const id = useId()
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => buttons.current?.querySelector('button')?.focus(), [])
  return (
    <fieldset className="confirm-delete" aria-labelledby={titleId} aria-describedby={id}>
      <Heading id={titleId}>{texts[title]}</Heading>
      <div id={id}>
        {quote && (
          <blockquote dir="auto" part="quote">
            {quote}
          </blockquote>
        )}
        <p>{texts[message]}</p>
      </div>
      <div ref={buttons} className="row">
        <Button look="secondary" onClick={onCancel}>
          {texts[cancel]}
        </Button>
        <div className="danger">
          <Button look="secondary" onClick={onConfirm}>
            {texts[button]}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

/** Asks a member whether to delete the account. The opener deletes it. */
export function DeleteMemberScreen({ texts, titleId, done, close }: ScreenProps<'DELETE_MEMBER'>) {
  return (
    <Question
      {...{ texts, titleId }}
      title="delete_confirmation_title"
      message="delete_confirmation_message"
      button="yes_delete_account"
      onConfirm={() => done({ type: 'CONTINUE', data: null })}
      onCancel={close}
    />
  )
}

/** Asks whether to delete a comment. The opener deletes it. */
export function DeleteCommentScreen({ texts, titleId, params, done, close }: ScreenProps<'DELETE_COMMENT'>) {
  return (
    <Question
      {...{ texts, titleId }}
      title="delete_comment_title"
      message={params.hasReplies === true ? 'delete_comment_replies_message' : 'delete_comment_message'}
      quote={typeof params.content === 'string' ? params.content : undefined}
      button="delete_comment_button"
      onConfirm={() => done({ type: 'CONTINUE', data: null })}
      onCancel={close}
    />
  )
}
