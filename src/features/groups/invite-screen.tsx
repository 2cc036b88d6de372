import { UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import { orderFriends } from '#domain/contacts/contacts.ts'
import { canOnlyRead } from '#domain/group/roles.ts'
import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useSubmission } from '../forms/use-submission.ts'
import { GroupPanel, type ListedGroup } from './group-panel.tsx'
import { PeoplePicker } from './people-picker.tsx'
import { useGroup } from './use-group.ts'

/** Picks friends to add to the group. Current members cannot be picked [GROUP-33 GROUP-34] (DEC-62). */
export const InviteScreen = () => (
  <GroupPanel
    titleKey="group.invite"
    parent={subPaths.members}
    isAllowed={({ group }) => !canOnlyRead(group)}
  >
    {(group, goBack) => <FriendsToInvite group={group} onDone={goBack} />}
  </GroupPanel>
)

interface FriendsToInviteProps {
  readonly group: ListedGroup
  readonly onDone: () => void
}

const FriendsToInvite = ({ group, onDone }: FriendsToInviteProps) => {
  const text = useText()
  const { groups, lookUpGroup } = useAccount()
  const known = useGroup(group.id)
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(new Set())
  const people = useInvitable(group)
  // A notice shows the server's answer.
  const inviting = useSubmission(() => undefined)
  if (known.status === 'loading') return <SkeletonList />
  if (known.status === 'failed')
    return <ErrorState title={text('group.members.failed')} onRetry={lookUpGroup(group.id).reload} />
  const invited = people.filter((person) => chosen.has(person.userId) && !person.isDisabled)
  const invite = async () => {
    const outcome = await groups.invite(
      group.id,
      invited.map(({ userId }) => userId),
    )
    if (outcome.isOk) onDone()
    return outcome
  }
  return (
    <PeoplePicker
      people={people}
      chosen={new Set(invited.map(({ userId }) => userId))}
      onChoose={setChosen}
      confirm={
        <Button
          variant="primary"
          isDisabled={invited.length === 0}
          isPending={inviting.isSubmitting}
          onPress={() => inviting.submit(invite)}
        >
          {text('group.invite.confirm')}
        </Button>
      }
      emptyState={<EmptyState icon={<UserPlus />} title={text('contact.friends.empty.title')} />}
    />
  )
}

/** The friends by name; those who are members already are disabled. */
const useInvitable = (group: ListedGroup) => {
  const text = useText()
  const friends = useReadable(useAccount().friends)
  const known = useGroup(group.id)
  const { locale } = useLocale()
  return useMemo(() => {
    const members = known.status === 'ready' ? known.value.members : []
    const memberIds = new Set(members.map(({ userId }) => userId))
    return orderFriends(friends, 'name', new Set(), locale).map((friend) => {
      const isMember = memberIds.has(friend.userId)
      return {
        ...{ userId: friend.userId, label: friend.displayName, avatarUrl: friend.avatarUrl },
        alsoFoundBy: [friend.nickname, friend.chatId],
        detail: isMember ? text('group.invite.member') : friend.chatId,
        isDisabled: isMember,
      }
    })
  }, [friends, known, locale, text])
}
