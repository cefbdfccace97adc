import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { Avatar } from './avatar'
import { checkImage } from './check-image'
import type { PanelProps } from './panel'
import { Preview } from './preview'

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
