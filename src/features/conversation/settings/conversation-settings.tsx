import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { isReader } from '#domain/group/roles.ts'
import { MediaLink } from '#src/features/media/media-link.tsx'
import { ReportLink } from '#src/features/report/report-link.tsx'
import { FindLink } from '../find/find-link.tsx'
import { ClearMessages } from './clear-messages.tsx'
import { ContactLink } from './contact-link.tsx'
import { OwnSettings } from './own-settings.tsx'
import { VanishSetting } from './vanish-setting.tsx'

/**
 * The settings of a conversation in their order; what concerns the other person is there between two people alone, and
 * readers of a channel have less (DEC-182)
 * [SESS-55 SESS-56 SESS-57 SESS-58 SESS-59 SESS-60 SESS-61 GROUP-25 GROUP-26 VIEW-43].
 */
export const ConversationSettings = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const isDirect = conversation.kind === 'direct'
  const { group } = conversation
  return (
    <>
      {isDirect && <ContactLink conversation={conversation} />}
      <MediaLink id={conversation.id} />
      <FindLink conversation={conversation} />
      {isDirect && <VanishSetting conversation={conversation} />}
      <OwnSettings conversation={conversation} />
      {!(group && isReader(group)) && <ClearMessages conversation={conversation} />}
      <ReportLink conversation={conversation} />
    </>
  )
}
