import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { checkGroupName, longestGroupName, proposedGroupName } from '#domain/forms/group-fields.ts'
import { defaultAvatarLimit } from '#domain/forms/profile-form.ts'
import { usualGroupLimit } from '#domain/group/roles.ts'
import { succeeded } from '#domain/http/rejection.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { PicturePicker, toUploadFile } from '../forms/picture-picker.tsx'
import { useForm } from '../forms/use-form.ts'
import styles from './groups.module.css'
import { MemberCarousel, type ShownPerson } from './member-carousel.tsx'
import { PeoplePicker, useFriendsByName } from './people-picker.tsx'

/** Creates a group in two steps: its members, then its name and picture [GROUP-03 GROUP-04 GROUP-06]. */
export const CreateGroupScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const { with: firstMemberId } = useSearch({ strict: false })
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(
    () => new Set(firstMemberId === undefined ? [] : [userId(Number(firstMemberId))]),
  )
  const [isNaming, setIsNaming] = useState(false)
  const [draft, setDraft] = useState<GroupDraft>({})
  const friends = useFriendsByName()
  const people = friends.map((friend) => ({ ...friend, label: friend.displayName }))
  const members = people.filter((person) => chosen.has(person.userId))
  const remove = (person: ShownPerson) => {
    setChosen(new Set([...chosen].filter((one) => one !== person.userId)))
    if (members.length === 1) setIsNaming(false)
  }
  return (
    <Panel
      title={text('contact.create-group')}
      onBack={isNaming ? () => setIsNaming(false) : goBack}
      placement="centre"
    >
      {isNaming ? (
        <GroupForm
          // The proposed name follows the members, and the focus returns to the name.
          key={members.map((member) => member.userId).join()}
          members={members}
          draft={draft}
          onDraft={setDraft}
          onRemove={remove}
        />
      ) : (
        <PeoplePicker
          people={people.map((person) => ({ ...person, detail: person.chatId }))}
          chosen={new Set(members.map((member) => member.userId))}
          onChoose={setChosen}
          limit={usualGroupLimit - 1}
          confirm={
            <Button variant="primary" isDisabled={members.length === 0} onPress={() => setIsNaming(true)}>
              {text('group.create.next')}
            </Button>
          }
          emptyState={<NoFriends />}
        />
      )}
    </Panel>
  )
}

/** What was typed and picked for the new group. The proposed name applies while none was typed. */
interface GroupDraft {
  readonly name?: string
  readonly picture?: File | undefined
}

const NoFriends = () => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <EmptyState
      illustration="people"
      title={text('contact.create-group.empty.title')}
      description={text('contact.create-group.empty.text')}
      action={
        <Button icon={<UserPlus aria-hidden="true" />} onPress={() => void navigate({ to: paths.addFriend })}>
          {text('contact.find-friends')}
        </Button>
      }
    />
  )
}

interface GroupFormProps {
  readonly members: readonly ShownPerson[]
  readonly draft: GroupDraft
  readonly onDraft: (draft: GroupDraft) => void
  readonly onRemove: (member: ShownPerson) => void
}

/** The picture, name and members of the new group [GROUP-04 GROUP-05 GROUP-07]. */
const GroupForm = ({ members, draft, onDraft, onRemove }: GroupFormProps) => {
  const text = useText()
  const { userId: ownId, profile } = useAccount()
  const ownProfile = useReadable(profile)
  const { picture } = draft
  const create = useCreateGroup(members)
  const form = useForm({
    initial: {
      name:
        draft.name ??
        proposedGroupName(
          members.map(({ label }) => label),
          text('group.name-separator'),
        ),
      picture: '',
    },
    check: ({ name }) => ({ name: checkGroupName(name) }),
  })
  const self = { userId: ownId, label: ownProfile?.nickname ?? '', avatarUrl: ownProfile?.avatarUrl ?? '' }
  return (
    <form
      ref={form.element}
      className={styles.form}
      noValidate
      onSubmit={form.submitting(({ name }) => create(name.trim(), picture))}
    >
      <PicturePicker
        id={form.values.name}
        name={form.values.name}
        label={text(picture === undefined ? 'group.picture.choose' : 'group.picture.change')}
        hint={text('group.picture.hint', { limit: defaultAvatarLimit })}
        picture={picture}
        form={form}
        onChange={(file) => onDraft({ ...draft, picture: file })}
      />
      <TextField
        label={text('group.name')}
        {...form.field('name')}
        onChange={(name) => {
          form.change('name', name)
          onDraft({ ...draft, name })
        }}
        maximum={longestGroupName}
        autoComplete="off"
        autoFocus
      />
      <MemberCarousel
        people={[self, ...members]}
        labelOf={({ label }) => text('group.pick.remove', { name: label })}
        onPress={onRemove}
      />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('group.create.create')}
      </Button>
    </form>
  )
}

/** Uploads the picture, creates the group, shows a toast and goes back [GROUP-09 GROUP-10 GROUP-11]. */
const useCreateGroup = (members: readonly ShownPerson[]) => {
  const text = useText()
  const { groups } = useAccount()
  const leave = useGoBack(paths.messages)
  const toasts = useToasts()
  return async (name: string, picture: File | undefined) => {
    const uploaded = picture ? await groups.uploadPicture(toUploadFile(picture)) : succeeded('')
    if (!uploaded.isOk) return uploaded
    const created = await groups.create({
      name,
      avatarUrl: uploaded.value,
      members: members.map((member) => member.userId),
    })
    if (!created.isOk) return created
    toasts.show({ kind: 'success', text: text('contact.create-group.create-success') })
    leave()
    return created
  }
}
