import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { PROFILE_IMAGE_MAX_BYTES } from '../../../contract/limits'
import { imageProblem } from '../../lib/input'
import { CustomFieldInput, readCustomFields, visibleFields } from '../custom-fields'
import type { Texts } from '../texts/english'
import { fillText } from '../../lib/texts'
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

/** The app's custom fields with the member's values. Unchanged fields are neither validated nor sent. */
function CustomFieldsForm(props: PanelProps) {
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
      save={(customFields, options) => client.updateMember({ customFields }, options)}
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

/** The member's image, with upload and removal. */
function ProfileImage({ client, member, texts, action }: PanelProps) {
  const [chosen, setChosen] = useState<File | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { profileImage } = member
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    // The same file can be chosen again after a failure.
    target.value = ''
    if (!file) return
    await action.run(async (signal) => {
      const problem = checkImage(file, texts)
      if (problem) throw new Error(problem)
      setChosen(file)
      return client.updateMemberProfileImage({ profileImage: file }, { signal }).finally(() => setChosen(null))
    })
  }
  const remove = () =>
    action.run(async (signal) => {
      const answer = await client.deleteMemberProfileImage({ signal })
      // The button is removed with the image.
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

/** Twice the displayed size, for high-resolution screens. */
const SIDE_PX = 144

/** Previews an image before its upload. On a canvas: a page's CSP may block image URLs, but not drawing. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    // If it can't be drawn, the server decides.
    createImageBitmap(file).then(
      (bitmap) => drawSquare(canvas.current, bitmap),
      () => {},
    )
  }, [file])
  return <canvas ref={canvas} width={SIDE_PX} height={SIDE_PX} />
}

/** Draws the middle of the image, as the server will crop it. */
function drawSquare(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  const { width, height } = bitmap
  const side = Math.min(width, height)
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  canvas?.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX)
  bitmap.close()
}

const BYTES_PER_MEGABYTE = 1_000_000

/** Why a file can't be a profile image, in the modal's language; null if it can. */
function checkImage(file: Pick<File, 'type' | 'size'>, texts: Texts): string | null {
  const problem = imageProblem(file)
  if (problem === 'type') return texts.file_type_error_message
  const size = PROFILE_IMAGE_MAX_BYTES / BYTES_PER_MEGABYTE
  return problem && fillText(texts.file_size_error_message, { size })
}
