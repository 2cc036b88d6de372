import { useState } from 'react'
import { checkGroupName, longestGroupName } from '#domain/forms/group-fields.ts'
import { defaultAvatarLimit } from '#domain/forms/profile-form.ts'
import { canManage } from '#domain/group/roles.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { PicturePicker, toUploadFile } from '../forms/picture-picker.tsx'
import { useForm } from '../forms/use-form.ts'
import { GroupPanel, type ListedGroup } from './group-panel.tsx'
import styles from './groups.module.css'

/** The group's name and picture: a form for managers, read-only for others [GROUP-36 ADMIN-07 ADMIN-20]. */
export const InfoScreen = () => (
  <GroupPanel titleKey="group.info" parent={subPaths.admin}>
    {(group, goBack) =>
      canManage(group.group.role) ? (
        <InfoForm group={group} onDone={goBack} />
      ) : (
        <div className={styles.info}>
          <Avatar id={group.id} name={group.title} url={group.avatarUrl} size="huge" />
          <bdi className={styles.title}>{group.title}</bdi>
        </div>
      )
    }
  </GroupPanel>
)

interface InfoFormProps {
  readonly group: ListedGroup
  readonly onDone: () => void
}

const InfoForm = ({ group, onDone }: InfoFormProps) => {
  const text = useText()
  const { groups } = useAccount()
  const [picture, setPicture] = useState<File>()
  const form = useForm({
    initial: { name: group.title, picture: '' },
    check: ({ name }) => ({ name: checkGroupName(name) }),
  })
  const isChanged = form.values.name.trim() !== group.title || picture !== undefined
  const submit = form.submitting(async ({ name }) => {
    const uploaded = picture && (await groups.uploadPicture(toUploadFile(picture)))
    if (uploaded && !uploaded.isOk) return uploaded
    const outcome = await groups.change(group.id, {
      name: name.trim(),
      ...(uploaded ? { avatarUrl: uploaded.value } : {}),
    })
    if (outcome.isOk) onDone()
    return outcome
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <PicturePicker
        id={group.id}
        name={form.values.name}
        url={group.avatarUrl}
        label={text('group.picture.change')}
        hint={text('group.picture.hint', { limit: defaultAvatarLimit })}
        picture={picture}
        form={form}
        onChange={setPicture}
      />
      <TextField
        label={text('group.name')}
        {...form.field('name')}
        maximum={longestGroupName}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting} isDisabled={!isChanged}>
        {text('group.save')}
      </Button>
    </form>
  )
}
