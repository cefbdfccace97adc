import { CustomFieldsForm } from './custom-fields-form'
import type { PanelProps } from './panel'
import { ProfileImage } from './profile-image'

export function ProfileTab(props: PanelProps) {
  return (
    <>
      <ProfileImage {...props} />
      <CustomFieldsForm {...props} />
    </>
  )
}
