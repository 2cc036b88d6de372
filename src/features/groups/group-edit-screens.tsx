import { useEffect, useState } from 'react'
import {
  checkAnnouncement,
  checkGroupName,
  checkMemberName,
  longestAnnouncement,
  longestGroupName,
  longestMemberName,
} from '#domain/forms/group-fields.ts'
import { defaultAvatarLimit } from '#domain/forms/profile-form.ts'
import { canManage, canOnlyRead } from '#domain/group/roles.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { PicturePicker, toUploadFile } from '../forms/picture-picker.tsx'
import { useForm } from '../forms/use-form.ts'
import { GroupPanel, type ListedGroup, LoadedGroup } from './group-panel.tsx'
import styles from './groups.module.css'

interface PageProps {
  readonly group: ListedGroup
  readonly onDone: () => void
}

/** The group's announcement: a form for managers, read-only for others [GROUP-39 GROUP-40 GROUP-41 ADMIN-07]. */
export const AnnouncementScreen = () => (
  <GroupPanel titleKey="group.announcement">
    {(group, goBack) =>
      canManage(group.group.role) ? (
        <AnnouncementForm group={group} onDone={goBack} />
      ) : (
        <AnnouncementText group={group} />
      )
    }
  </GroupPanel>
)

const AnnouncementText = ({ group }: Pick<PageProps, 'group'>) => {
  const text = useText()
  const { dispatch } = useAccount()
  const { announcement } = group.group
  // Reading it here hides its banner in the conversation too.
  useEffect(() => {
    if (announcement !== '') void dispatch({ type: 'ReadAnnouncement', conversationId: group.id })
  }, [announcement, dispatch, group.id])
  if (announcement === '')
    return <EmptyState illustration="announcement" title={text('group.announcement.none')} />
  return (
    <p className={styles.announcement} dir="auto">
      {announcement}
    </p>
  )
}

const AnnouncementForm = ({ group, onDone }: PageProps) => {
  const text = useText()
  const { groups } = useAccount()
  const current = group.group.announcement
  const form = useForm({
    initial: { announcement: current },
    check: ({ announcement }) => ({ announcement: checkAnnouncement(announcement) }),
  })
  const submit = form.submitting(async ({ announcement }) => {
    const outcome = await groups.announce(group.id, announcement)
    if (outcome.isOk) onDone()
    return outcome
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={text('group.announcement')}
        description={text('group.announcement.hint')}
        {...form.field('announcement')}
        maximum={longestAnnouncement}
        isMultiLine
        autoFocus
      />
      <Button
        type="submit"
        variant="primary"
        isWide
        isPending={form.isSubmitting}
        isDisabled={form.values.announcement === current}
      >
        {text('group.save')}
      </Button>
    </form>
  )
}

/** The own name in the group [GROUP-36 GROUP-37]. */
export const NicknameScreen = () => (
  <GroupPanel titleKey="group.nickname" isAllowed={({ group }) => !canOnlyRead(group)}>
    {(group, goBack) => (
      <LoadedGroup group={group} rows={1} failedKey="common.load-failed">
        {({ members }) => <NicknameForm group={group} members={members} onDone={goBack} />}
      </LoadedGroup>
    )}
  </GroupPanel>
)

interface NicknameFormProps extends PageProps {
  readonly members: readonly GroupMember[]
}

const NicknameForm = ({ group, members, onDone }: NicknameFormProps) => {
  const text = useText()
  const { groups, userId: self } = useAccount()
  const current = members.find(({ userId }) => userId === self)?.memberName ?? ''
  const form = useForm({
    initial: { name: current },
    check: ({ name }) => ({ name: checkMemberName(name) }),
  })
  const submit = form.submitting(async ({ name }) => {
    const outcome = await groups.setOwnName(group.id, name.trim())
    if (outcome.isOk) onDone()
    return outcome
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={text('group.nickname')}
        description={text('group.nickname.hint')}
        {...form.field('name')}
        maximum={longestMemberName}
        autoComplete="off"
        autoFocus
      />
      <Button
        type="submit"
        variant="primary"
        isWide
        isPending={form.isSubmitting}
        isDisabled={form.values.name.trim() === current}
      >
        {text('group.save')}
      </Button>
    </form>
  )
}

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
