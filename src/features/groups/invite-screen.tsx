import { useMemo, useState } from 'react'
import { canOnlyRead, usualGroupLimit } from '#domain/group/roles.ts'
import type { UserId } from '#schemas/ids.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useSubmission } from '../forms/use-submission.ts'
import { GroupPanel, type ListedGroup, LoadedGroup } from './group-panel.tsx'
import { PeoplePicker, toPickable, useFriendsByName } from './people-picker.tsx'

/** Picks friends to add to the group. Current members cannot be picked [GROUP-33 GROUP-34] (DEC-62). */
export const InviteScreen = () => (
  <GroupPanel
    titleKey="group.invite"
    parent={subPaths.members}
    isAllowed={({ group }) => !canOnlyRead(group)}
  >
    {(group, goBack) => (
      <LoadedGroup group={group}>
        {({ members, memberLimit }) => (
          <FriendsToInvite group={group} members={members} memberLimit={memberLimit} onDone={goBack} />
        )}
      </LoadedGroup>
    )}
  </GroupPanel>
)

interface FriendsToInviteProps {
  readonly group: ListedGroup
  readonly members: readonly GroupMember[]
  readonly memberLimit: number | undefined
  readonly onDone: () => void
}

const FriendsToInvite = ({ group, members, memberLimit = usualGroupLimit, onDone }: FriendsToInviteProps) => {
  const text = useText()
  const { groups } = useAccount()
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(new Set())
  const people = useInvitable(members)
  // A notice shows the server's answer.
  const inviting = useSubmission(() => undefined)
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
      limit={memberLimit - members.length}
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
      emptyState={<EmptyState illustration="people" title={text('contact.friends.empty.title')} />}
    />
  )
}

/** The friends by name; those who are members already are disabled. */
const useInvitable = (members: readonly GroupMember[]) => {
  const text = useText()
  const friends = useFriendsByName()
  return useMemo(() => {
    const memberIds = new Set(members.map(({ userId }) => userId))
    return friends.map((friend) => {
      const isMember = memberIds.has(friend.userId)
      return {
        ...toPickable(friend),
        detail: isMember ? text('group.invite.member') : friend.chatId,
        isDisabled: isMember,
      }
    })
  }, [friends, members, text])
}
