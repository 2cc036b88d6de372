import { Link } from '@tanstack/react-router'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { useText } from '#src/ui/use-text.ts'
import { cameUponIn, personLink } from '../../contacts/person-address.ts'
import { linkTo } from '../../conversation-list/link-to.ts'
import styles from './conversation-header.module.css'

/** Lies over the picture and the name in the header and leads to who is talked with, in a group to its settings (DEC-188). */
export const AboutLink = ({ details }: { readonly details: ConversationDetails }) => {
  const text = useText()
  const { id, kind, peerId, title } = details
  const common = { className: styles.cover, 'aria-label': text('conversation.about', { name: title }) }
  if (kind === 'group') {
    const { to, params } = linkTo({ id })
    return <Link {...common} to={`${to}/${subPaths.settings}`} params={params} />
  }
  return peerId === undefined ? null : (
    <Link {...common} {...personLink(id, peerId, cameUponIn(id, 'contact'))} />
  )
}
