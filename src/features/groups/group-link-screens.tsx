import { useNavigate, useSearch } from '@tanstack/react-router'
import { Copy, Forward } from 'lucide-react'
import { parseConversationId } from '#schemas/ids.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { PersonCard } from '../contacts/person-card.tsx'
import { linkToGroupPage } from '../conversation-list/link-to.ts'
import { SharePicker } from '../forward/share-picker.tsx'
import { GroupPanel, type ListedGroup } from './group-panel.tsx'
import styles from './groups.module.css'
import { readGroupAddress } from './join-by-link-screen.tsx'
import { useGroup } from './use-group.ts'

interface GroupProps {
  readonly group: ListedGroup
}

/** The link that leads people into the group, to copy or to share [ROUTE-23]. */
export const GroupLinkScreen = () => (
  <GroupPanel titleKey="group.link">{(group) => <GroupLink group={group} />}</GroupPanel>
)

const GroupLink = ({ group }: GroupProps) => {
  const text = useText()
  const copy = useCopy()
  const navigate = useNavigate()
  const known = useGroup(group.id)
  const link = linkOf(group)
  const share = () =>
    void navigate({ ...linkToGroupPage(group, subPaths.shareGroupLink), search: { code: link } })
  return (
    <PersonCard
      id={group.id}
      name={group.title}
      avatarUrl={group.avatarUrl}
      signature={text('messages.members', { count: group.group.memberCount })}
      actions={
        <>
          <p className={styles.link} dir="ltr">
            {link}
          </p>
          {known.status === 'ready' && (
            <p className={styles.hint}>
              {text(known.value.isPublic ? 'group.link.public' : 'group.link.private')}
            </p>
          )}
          <Button variant="primary" isWide icon={<Copy aria-hidden="true" />} onPress={() => void copy(link)}>
            {text('group.link.copy')}
          </Button>
          <Button isWide icon={<Forward aria-hidden="true" />} onPress={share}>
            {text('group.link.share')}
          </Button>
        </>
      }
    />
  )
}

/** Returns the address of the group's page for people who are not members yet [ROUTE-07]. */
const linkOf = ({ id }: Pick<ListedGroup, 'id'>): string =>
  `${window.location.origin}/groups/${parseConversationId(id).wireId}`

/** Sends the link of the group that `code` names to people and other groups [ROUTE-23]. */
export const ShareGroupLinkScreen = () => (
  <GroupPanel titleKey="group.link.share" parent={subPaths.groupLink}>
    {(group, goBack) => <ShareLink group={group} onDone={goBack} />}
  </GroupPanel>
)

const ShareLink = ({ group, onDone }: GroupProps & { readonly onDone: () => void }) => {
  const { code = '' } = useSearch({ strict: false })
  return <SharePicker shared={sharedLink(group, code)} onDone={onDone} />
}

/** Returns the code if it is a link to the group, else the group's own link, because a URL may be forged. */
const sharedLink = (group: ListedGroup, code: string): string => {
  const named = readGroupAddress(code, window.location.origin)
  return code.startsWith('http') && named === String(parseConversationId(group.id).wireId)
    ? code
    : linkOf(group)
}
