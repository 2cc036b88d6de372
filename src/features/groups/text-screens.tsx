import { useEffect } from 'react'
import {
  checkAnnouncement,
  checkMemberName,
  longestAnnouncement,
  longestMemberName,
} from '#domain/forms/group-fields.ts'
import { canManage, canOnlyRead } from '#domain/group/roles.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'
import { GroupPanel, type ListedGroup } from './group-panel.tsx'
import styles from './groups.module.css'
import { useGroup } from './use-group.ts'

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
  return (
    <p className={styles.announcement} dir="auto">
      {announcement === '' ? text('group.announcement.none') : announcement}
    </p>
  )
}

const AnnouncementForm = ({ group, onDone }: PageProps) => {
  const text = useText()
  const { groups } = useAccount()
  const current = group.group.announcement
  const form = useForm({
    initial: { announcement: current },
    wireFields: { Info: 'announcement' },
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
    {(group, goBack) => <Nickname group={group} onDone={goBack} />}
  </GroupPanel>
)

const Nickname = ({ group, onDone }: PageProps) => {
  const { lookUpGroup, userId } = useAccount()
  const known = useGroup(group.id)
  if (known.status === 'loading') return <SkeletonList rows={1} />
  if (known.status === 'failed') return <ErrorState onRetry={lookUpGroup(group.id).reload} />
  const own = known.value.members.find((member) => member.userId === userId)
  return <NicknameForm group={group} current={own?.memberName ?? ''} onDone={onDone} />
}

const NicknameForm = ({ group, current, onDone }: PageProps & { readonly current: string }) => {
  const text = useText()
  const { groups } = useAccount()
  const form = useForm({
    initial: { name: current },
    wireFields: { MemberName: 'name' },
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
