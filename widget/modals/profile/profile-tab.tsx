import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { PROFILE_IMAGE_MAX_BYTES } from '../../../contract/limits'
import { imageProblem } from '../../lib/input'
import { CustomFieldInput, readCustomFields, visibleFields } from '../custom-fields'
import type { Texts } from '../texts/english'
import { fillText } from '../texts/texts'
import { Button } from '../ui/button'
import { Avatar, type PanelProps } from './panel'
import { SavedForm } from './saved-form'

export function ProfileTab(props: PanelProps) {
  return (
    <>
      <ProfileImage {...props} />
      <CustomFieldsForm {...props} />
    </>
  )
}

/** The app's custom fields with the member's values. What was not touched is neither questioned nor sent. */
export function CustomFieldsForm(props: PanelProps) {
  const { client, app, member, texts } = props
  const fields = visibleFields(app)
  return (
    <SavedForm
      {...props}
      names={fields.map(({ key }) => key)}
      button={texts.save_button}
      read={(data, unsaved) => {
        const touched = fields.filter(({ key }) => unsaved.includes(key))
        const { values, errors } = readCustomFields(data, touched)
        return { input: values, errors }
      }}
      save={(customFields) => client.updateMember({ customFields })}
    >
      {(inputProps) =>
        fields.map((field) => {
          const { key } = field
          const { name: _key, ...rest } = inputProps(key)
          return <CustomFieldInput key={key} {...{ field, texts, ...rest }} value={member.customFields[key]} />
        })
      }
    </SavedForm>
  )
}

/** The member's picture, with its upload and removal. */
export function ProfileImage({ client, member, texts, action }: PanelProps) {
  const [chosen, setChosen] = useState<File | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { profileImage } = member
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    // The same file can be chosen again after a failure.
    target.value = ''
    if (!file) return
    await action.run(async () => {
      const problem = checkImage(file, texts)
      if (problem) throw new Error(problem)
      setChosen(file)
      return client.updateMemberProfileImage({ profileImage: file }).finally(() => setChosen(null))
    })
  }
  const remove = () =>
    action.run(async () => {
      const answer = await client.deleteMemberProfileImage()
      // The button goes away with the picture.
      box.current?.querySelector('button')?.focus()
      return answer
    })
  return (
    <div ref={box} className="profile-image" part="profile-image">
      {chosen ? <Preview file={chosen} /> : <Avatar src={profileImage} alt={texts.member_avatar_alt} />}
      <div className="row">
        <Button look="secondary" onClick={() => picker.current?.click()}>
          {profileImage ? texts.replace_image : texts.upload_profile_image}
        </Button>
        {profileImage && (
          <Button look="link" onClick={() => void remove()}>
            {texts.remove_image}
          </Button>
        )}
      </div>
      <input ref={picker} type="file" accept="image/*" hidden onChange={(event) => void upload(event)} />
    </div>
  )
}

/** Twice the size on the page, for screens with small dots. */
const SIDE_PX = 144

/** A picture that is only here so far. On a canvas: a page's CSP may forbid an image's address, never a drawing. */
export function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    // What cannot be drawn here is for the server to judge.
    createImageBitmap(file).then(
      (picture) => drawSquare(canvas.current, picture),
      () => {},
    )
  }, [file])
  return <canvas ref={canvas} width={SIDE_PX} height={SIDE_PX} />
}

/** The middle of it, as the server will cut it. */
function drawSquare(canvas: HTMLCanvasElement | null, picture: ImageBitmap): void {
  const { width, height } = picture
  const side = Math.min(width, height)
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  canvas?.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX)
  picture.close()
}

const BYTES_PER_MEGABYTE = 1_000_000

/** What is wrong with a file as a profile image, as a sentence in the modal's language; null for nothing. */
export function checkImage(file: Pick<File, 'type' | 'size'>, texts: Texts): string | null {
  const problem = imageProblem(file)
  if (problem === 'type') return texts.file_type_error_message
  const size = PROFILE_IMAGE_MAX_BYTES / BYTES_PER_MEGABYTE
  return problem && fillText(texts.file_size_error_message, { size })
}
